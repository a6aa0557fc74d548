import { context, propagation } from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { version } from './version.ts';

/**
 * Starts the SDK, which takes its settings from the `OTEL_*` variables, and returns how to flush and stop it. Spans
 * come from manual instrumentation alone. Metrics are pulled from `/metrics` and logs go to stdout, so neither is exported.
 */
export function startTelemetry(service: string): () => Promise<void> {
  // The SDK registers its own, by OTEL_PROPAGATORS; the API accepts no second registration.
  context.disable();
  propagation.disable();
  const sdk = new NodeSDK({
    // Detectors are merged over these, so that OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.namespace': 'fifteen',
        'service.name': service,
        'service.version': version,
      }),
    ),
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return () => sdk.shutdown();
}

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ids } from './trace.ts';

/**
 * Sends spans to an OTLP endpoint. Our own doors (RPC, events, pushes, SQL) make the spans, so no library is patched.
 * Answers how to flush and stop.
 */
export function startTelemetry(service: string, endpoint: string): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  provider.register();
  return () => provider.shutdown();
}

import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import type { Lifecycle } from '../lifecycle.ts';
import manifest from '../../package.json' with { type: 'json' };
import { gauge, provider, total } from './meter.ts';

/** Exports event loop, heap and garbage collection by OpenTelemetry's runtime instrumentation. */
export function observeProcess(context: { lifecycle: Lifecycle }): void {
  const runtime = new RuntimeNodeInstrumentation();
  runtime.setMeterProvider(provider);
  context.lifecycle.onStop('runtime metrics', async () => runtime.disable());
  const startedAt = Date.now() / 1_000 - process.uptime();
  const { version } = manifest;

  gauge('build_info', 'The version that runs.', context, () => [[1, { version }]]);
  gauge('process_start_time_seconds', 'When it started, since the epoch.', context, () => [[startedAt]]);
  total('process_cpu_seconds_total', 'CPU time, user and system.', context, () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  });
  gauge('process_resident_memory_bytes', 'Its memory.', context, () => [[process.memoryUsage.rss()]]);
}

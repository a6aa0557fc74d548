import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node';
import type { Lifecycle } from '../lifecycle.ts';
import { version } from '../version.ts';
import { observeLiveHeap } from './live-heap.ts';
import { gauge, observableCounter, provider } from './meter.ts';

/**
 * Milliseconds between two samples of the event loop. Each wakes the process: with the default of 10, samples were most of
 * what an idle service did.
 */
const SAMPLE_MS = 50;

/** Exports event loop, heap and garbage collection by OpenTelemetry's runtime instrumentation. */
export function observeProcess(context: { lifecycle: Lifecycle }): void {
  const runtime = new RuntimeNodeInstrumentation({ monitoringPrecision: SAMPLE_MS });
  runtime.setMeterProvider(provider);
  context.lifecycle.onStop('runtime metrics', async () => runtime.disable());
  observeLiveHeap(context);
  const startedAt = Date.now() / 1_000 - process.uptime();

  gauge('fifteen_build_info', 'Version of the running code.', context, () => [[1, { version }]]);
  gauge('process_start_time_seconds', 'Start time of the process since the epoch.', context, () => [
    [startedAt],
  ]);
  observableCounter('process_cpu_seconds_total', 'CPU time of the process, user and system.', context, () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  });
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', context, () => [
    [process.memoryUsage.rss()],
  ]);
}

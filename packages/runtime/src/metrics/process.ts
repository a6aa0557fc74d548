import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Lifecycle } from '../lifecycle.ts';
import manifest from '../../package.json' with { type: 'json' };
import { gauge, total } from './meter.ts';

/** Nanoseconds of a second, and how often the event loop is looked at, in milliseconds. */
const NANOS = 1e9;
const LOOK_MS = 20;

/** What a process is and uses. */
export function observeProcess(context: { lifecycle: Lifecycle }): void {
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  context.lifecycle.onStop('event loop delay', async () => void delay.disable());
  const startedAt = Date.now() / 1_000 - process.uptime();
  const { version } = manifest;

  gauge('build_info', 'The version that runs.', context, () => [[1, { version }]]);
  gauge('process_start_time_seconds', 'When it started, since the epoch.', context, () => [[startedAt]]);
  total('process_cpu_seconds_total', 'CPU time, user and system.', context, () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  });
  gauge('process_resident_memory_bytes', 'Its memory.', context, () => [[process.memoryUsage.rss()]]);
  gauge('nodejs_eventloop_delay_p99_seconds', 'How late timers were since the last reading.', context, () => {
    const late = Math.max(0, delay.percentile(99) / NANOS - LOOK_MS / 1_000);
    delay.reset();
    return [[late]];
  });
}

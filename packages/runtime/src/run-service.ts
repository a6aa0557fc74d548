import { isTracingEnabled, type TracingConfig } from './config.ts';
import { createLog, type Log } from './log.ts';
import { Lifecycle } from './lifecycle.ts';
import { observeProcess } from './metrics/process.ts';
import { serveMetrics } from './metrics/serve.ts';

/** What every part of a process needs: its log, and the lifecycle that stops it. */
export interface ProcessContext {
  log: Log;
  lifecycle: Lifecycle;
}

interface BaseConfig extends TracingConfig {
  LOG_LEVEL: string;
  METRICS_HOST: string;
  METRICS_PORT: number;
}

/** Limit of a whole shutdown; the cluster's grace period is longer. */
const STOP_LIMIT_MS = 40_000;

/**
 * Runs a service until SIGTERM or SIGINT, then stops its parts in order, also before its start has ended. A failed start or
 * an unhandled rejection ends the process, so that the supervisor restarts it in a known state.
 */
export async function runService<C extends BaseConfig>(
  name: string,
  config: C,
  start: (config: C, context: ProcessContext) => Promise<unknown>,
): Promise<void> {
  const log = createLog(name, config.LOG_LEVEL);
  const lifecycle = new Lifecycle(log);

  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await lifecycle.stop();
    log.info('stopped');
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    void stop(1);
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    void stop(1);
  });

  try {
    await recordSpans(name, config, lifecycle);
    observeProcess({ lifecycle });
    await serveMetrics({ host: config.METRICS_HOST, port: config.METRICS_PORT }, { log, lifecycle });
    await start(config, { log, lifecycle });
    log.info('ready');
  } catch (error) {
    log.fatal({ err: error }, 'service failed to start');
    await stop(1);
  }
}

/** The SDK takes CPU and memory to load, which a service with tracing off does not pay. */
async function recordSpans(name: string, config: TracingConfig, lifecycle: Lifecycle): Promise<void> {
  if (!isTracingEnabled(config)) return;
  const { startTelemetry } = await import('./telemetry.ts');
  lifecycle.onStop('telemetry', startTelemetry(name));
}

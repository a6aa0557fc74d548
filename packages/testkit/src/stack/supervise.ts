import type { Exit, SupervisedProcess } from '../servers/supervised-process.ts';
import type { Env } from './environment.ts';

const firstDelayMs = 100;
const maxDelayMs = 3_000;
/** Uptime in milliseconds after which the wait before a restart is reset. */
const stableAfterMs = 30_000;

/**
 * Restarts a process after each crash, with a wait that doubles while it keeps crashing. `environment` returns what is
 * added to its environment for the start after a crash. Returns the function that ends this.
 */
export function supervise(
  supervised: SupervisedProcess,
  report: (line: string) => void,
  started: () => void,
  environment: (exit: Exit) => Env = () => ({}),
): () => void {
  let waitMs = firstDelayMs;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const startLater = (env: Env) => {
    if (ended) return;
    timer = setTimeout(() => void restart(env), waitMs);
    waitMs = Math.min(waitMs * 2, maxDelayMs);
  };
  const restart = async (env: Env) => {
    try {
      await supervised.start(env);
      since = Date.now();
      report(`${supervised.name} is back`);
      started();
    } catch {
      if (!ended)
        report(`${supervised.name} does not start, trying again (its output: ${supervised.spec.log})`);
      startLater(env);
    }
  };
  supervised.onExit = (exit) => {
    if (Date.now() - since > stableAfterMs) waitMs = firstDelayMs;
    report(`${supervised.name} died (${exit}), starting it again`);
    startLater(environment(exit));
  };
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

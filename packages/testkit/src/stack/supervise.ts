import type { SupervisedProcess } from '../servers/supervised-process.ts';

const firstDelayMs = 100;
const maxDelayMs = 3_000;
/** Uptime in milliseconds after which the wait before a restart is reset. */
const stableAfterMs = 30_000;

/**
 * Restarts a process after each crash, with a wait that doubles while it keeps crashing. Returns the function that ends
 * this.
 */
export function supervise(
  supervised: SupervisedProcess,
  report: (line: string) => void,
  started: () => void,
): () => void {
  let waitMs = firstDelayMs;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const startLater = () => {
    if (ended) return;
    timer = setTimeout(() => void restart(), waitMs);
    waitMs = Math.min(waitMs * 2, maxDelayMs);
  };
  const restart = async () => {
    try {
      await supervised.start();
      since = Date.now();
      report(`${supervised.name} is back`);
      started();
    } catch {
      if (!ended)
        report(`${supervised.name} does not start, trying again (its output: ${supervised.spec.log})`);
      startLater();
    }
  };
  supervised.onExit = (exit) => {
    if (Date.now() - since > stableAfterMs) waitMs = firstDelayMs;
    report(`${supervised.name} died (${exit}), starting it again`);
    startLater();
  };
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

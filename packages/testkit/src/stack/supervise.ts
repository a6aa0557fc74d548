import type { Unit } from '../servers/unit.ts';

const firstWaitMs = 100;
const longestWaitMs = 3_000;
/** Uptime in milliseconds after which the wait before a restart is reset. */
const steadyMs = 30_000;

/**
 * Restarts a process after each crash, with a wait that doubles while it keeps crashing. Returns the function that ends
 * this.
 */
export function supervise(unit: Unit, report: (line: string) => void, started: () => void): () => void {
  let waitMs = firstWaitMs;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const startLater = () => {
    if (ended) return;
    timer = setTimeout(() => void restart(), waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  };
  const restart = async () => {
    try {
      await unit.start();
      since = Date.now();
      report(`${unit.name} is back`);
      started();
    } catch {
      if (!ended) report(`${unit.name} does not start, trying again (its output: ${unit.spec.log})`);
      startLater();
    }
  };
  unit.onExit = (exit) => {
    if (Date.now() - since > steadyMs) waitMs = firstWaitMs;
    report(`${unit.name} died (${exit}), starting it again`);
    startLater();
  };
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

import { ensurePrograms } from '@fifteen/testkit/stack';

/** Whether Prometheus is installed, or could be installed now. Tests that need it are skipped otherwise. */
export const hasPrometheus = ensurePrometheus();

function ensurePrometheus(): boolean {
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    ensurePrograms(['prometheus'], report);
    return true;
  } catch (error) {
    report(`SKIPPED: the tests that run Prometheus. ${(error as Error).message}`);
    return false;
  }
}

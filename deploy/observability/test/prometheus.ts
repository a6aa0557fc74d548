import { ensurePrograms } from '@fifteen/testkit/stack';

/** Is there a Prometheus, or could it be installed? Tests that need it are skipped otherwise, and this says so. */
export const prometheusHere = has();

function has(): boolean {
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  try {
    ensurePrograms(['prometheus'], report);
    return true;
  } catch (error) {
    report(`SKIPPED: what asks Prometheus itself. ${(error as Error).message}`);
    return false;
  }
}

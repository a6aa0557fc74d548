import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePrograms } from '@fifteen/testkit/stack';
import { ensureWebApp } from './lib/web-app.ts';

/** What a runner counted. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const say = (line: string) => console.log(line);
const reports = mkdtempSync(join(tmpdir(), 'fifteen-report-'));

/** Runs a test runner in the foreground; it ends when we do, however that happens. Answers its exit code. */
function runner(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', process.execPath, ...args], {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (code) => resolve(code ?? 1));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  });
}

/** Reads a report; a runner that failed without naming a failed test counts as one. */
function tally(code: number, file: string, count: (report: never) => Tally): Tally {
  const { passed, failed } = existsSync(file)
    ? count(JSON.parse(readFileSync(file, 'utf8')) as never)
    : { passed: 0, failed: 0 };
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file that failed outside of its tests: it could not be loaded, or its set-up failed. */
const isBroken = ({ status, assertionResults }: UnitReport['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((one) => one.status === 'failed');

/** Everything below the browser: packages, services and the web app's units, against real servers. */
async function units(): Promise<Tally> {
  const file = join(reports, 'units.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  return tally(await runner(args, root), file, (report: UnitReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
  }));
}

/** The whole product, with browsers. */
async function endToEnd(): Promise<Tally> {
  ensurePrograms(['chromium'], say);
  ensureWebApp(say);
  const file = join(reports, 'e2e.json');
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const code = await runner(args, join(root, 'web'), { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return tally(
    code,
    file,
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }),
  );
}

async function main(): Promise<number> {
  const tallies = [await units()];
  if (existsSync(join(root, 'web/playwright.config.ts'))) tallies.push(await endToEnd());
  const passed = tallies.reduce((sum, one) => sum + one.passed, 0);
  const failed = tallies.reduce((sum, one) => sum + one.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then((code) => {
    rmSync(reports, { recursive: true, force: true });
    process.exitCode = code;
  });

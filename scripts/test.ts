import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePrograms, startStack } from '@fifteen/testkit/stack';
import { keepNote } from './lib/note.ts';
import { ensureWebApp } from './lib/web-app.ts';

/** What a runner counted. */
interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, and its first line of why: said again at the very end, where it is looked for. */
  readonly failures: readonly string[];
}

const root = fileURLToPath(new URL('../', import.meta.url));
/** Compiled packages, shared by the runners' workers: each test file loads gRPC, Postgres and NATS clients anew. */
const compileCache = join(root, 'node_modules/.cache/compiled');
const say = (line: string) => console.log(line);
const reports = mkdtempSync(join(tmpdir(), 'fifteen-report-'));

let current: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    current?.kill(signal);
  });
}

/** Runs a test runner in the foreground; it ends when we do, however that happens. Answers its exit code. */
function runner(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', process.execPath, ...args], {
      cwd,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    });
    current = child;
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Reads a report; a runner that failed without naming a failed test counts as one. */
function tally(code: number, file: string, count: (report: never) => Tally): Tally {
  if (!existsSync(file)) return noneRan('a runner ended before it wrote its report');
  const counted = count(JSON.parse(readFileSync(file, 'utf8')) as never);
  if (code === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: [`a runner ended with ${code}, though no test of it failed`] };
}

const noneRan = (why: string): Tally => ({ passed: 0, failed: 1, failures: [why] });

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface BrowserSuite {
  readonly specs: readonly { readonly ok: boolean; readonly file: string; readonly title: string }[];
  readonly suites?: readonly BrowserSuite[];
}

interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly BrowserSuite[];
}

/** A file that failed outside of its tests: it could not be loaded, or its set-up failed. */
const isBroken = ({ status, assertionResults }: UnitReport['testResults'][number]) =>
  status === 'failed' && !assertionResults.some((one) => one.status === 'failed');

const unitFailures = ({ testResults }: UnitReport): string[] =>
  testResults.flatMap((file) => [
    ...(isBroken(file) ? [`${relative(root, file.name)}: ${firstLine(file.message)}`] : []),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((one) => `${relative(root, file.name)}: ${one.fullName}: ${firstLine(one.failureMessages[0])}`),
  ]);

const browserFailures = ({ specs, suites = [] }: BrowserSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `web/e2e/${file}: ${title}`),
  ...suites.flatMap(browserFailures),
];

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
    failures: unitFailures(report),
  }));
}

/** The whole product with browsers, on data of its own: whatever else runs here is left alone. */
async function endToEnd(): Promise<Tally> {
  ensurePrograms(['chromium'], say);
  ensureWebApp(say);
  const stack = await startStack();
  const STACK_NOTE = join(reports, 'stack.json');
  keepNote(stack, STACK_NOTE);
  const file = join(reports, 'e2e.json');
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const addresses = { BASE_URL: stack.url, MAIL_URL: stack.mailUrl, STACK_NOTE, ...stack.adminEnv };
  const env = { ...addresses, WHOLE_SUITE: 'true', PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await runner(args, join(root, 'web'), env).finally(stack.stop);
  return tally(code, file, ({ stats, suites }: BrowserReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(browserFailures),
  }));
}

/** Runs one part; a part that cannot even start has failed, and says why. */
async function attempt(part: () => Promise<Tally>): Promise<Tally> {
  if (interrupted) return noneRan('interrupted');
  return part().catch((error: unknown) => noneRan(error instanceof Error ? error.message : String(error)));
}

const below = await attempt(units);
const above = await attempt(endToEnd);
rmSync(reports, { recursive: true, force: true });
const passed = below.passed + above.passed;
const failed = below.failed + above.failed;
for (const failure of [...below.failures, ...above.failures]) console.error(`failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/**
 * Asks Lighthouse (fetched by npx, so that only those who measure install it) about the pages of the running product
 * (BASE_URL, default http://localhost:8080), as a signed-in guest where a page is for those alone, and prints its marks
 * beside what is aimed at: accessibility 100, performance 95. Usage: npm run lighthouse [runs] [slowdown], default 3 runs;
 * of performance the median is shown. Lighthouse makes a phone of a fast machine by a factor of four. A slower machine,
 * or one that shares a busy host, gets what its benchmark index of the run before allows, unless a slowdown is given.
 */

const baseURL = process.env.BASE_URL ?? 'http://localhost:8080';
const runs = Number(process.argv[2] ?? 3);
const requestedFactor = process.argv[3] ? Number(process.argv[3]) : undefined;
const run = promisify(execFile);
const LIGHTHOUSE = 'lighthouse@13';
const AIM = { accessibility: 1, performance: 0.95 } as const;
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

const FACTOR = 4;
/** Which factor makes the same phone of a slower machine, by its benchmark index, as the makers of Lighthouse measured it. */
const calibration = [
  { index: 150, factor: 1 },
  { index: 800, factor: 2 },
  { index: 1300, factor: 3 },
  { index: 1533, factor: FACTOR },
] as const;

function factorFor(index: number): number {
  const upper = calibration.findIndex((point) => point.index >= index);
  const [from, to] = [calibration[upper - 1], calibration[upper]];
  if (!to) return FACTOR;
  if (!from) return to.factor;
  return from.factor + ((to.factor - from.factor) * (index - from.index)) / (to.index - from.index);
}

/** A busy machine sometimes loses the beginning of a trace. */
const ATTEMPTS = 3;

interface Report {
  environment: { benchmarkIndex: number };
  categories: Record<keyof typeof AIM, { score: number }>;
  audits: Record<string, { displayValue?: string } | undefined>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const dir = mkdtempSync(join(tmpdir(), 'fifteen-lighthouse-'));
const port = await freePort();

/** A browser whose memory Lighthouse finds, since it comes to the same profile. */
const browser = await chromium.launchPersistentContext(join(dir, 'profile'), {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  viewport: null,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
});

async function signIn(): Promise<void> {
  const page = await browser.newPage();
  await page.goto(baseURL);
  await page.locator('#splash').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play as Guest' }).click();
  await page.getByRole('grid').waitFor();
  await page.close();
}

/** While it runs, the browser's new tab waits for us to let it go on. */
async function audit(path: string, slowdown: number): Promise<Report> {
  const file = join(dir, 'report.json');
  const only = `--only-categories=${Object.keys(AIM).join(',')}`;
  const throttle = `--throttling.cpuSlowdownMultiplier=${slowdown}`;
  const to = ['--port', String(port), '--disable-storage-reset', '--output', 'json', '--output-path', file];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run('npx', ['--yes', LIGHTHOUSE, `${baseURL}${path}`, '--quiet', only, throttle, ...to]);
      return JSON.parse(readFileSync(file, 'utf8')) as Report;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

for (const path of ['/auth', '/', '/shop']) {
  if (path === '/') await signIn();
  // The first run measures how fast the machine is now, and does not count.
  let { benchmarkIndex } = (await audit(path, FACTOR)).environment;
  const reports: Report[] = [];
  const factors: number[] = [];
  while (reports.length < runs) {
    const slowdown = requestedFactor ?? factorFor(benchmarkIndex);
    const report = await audit(path, slowdown);
    ({ benchmarkIndex } = report.environment);
    reports.push(report);
    factors.push(slowdown);
  }
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const report = reports[runs >> 1];
  if (!report) break;
  const marks = Object.entries(AIM).map(([name, aim]) => {
    const { score } = report.categories[name as keyof typeof AIM];
    return `${name} ${Math.round(score * 100)}${score < aim ? ` (aim ${aim * 100})` : ''}`;
  });
  const shown = figures.map((name) => `${name} ${report.audits[name]?.displayValue ?? '?'}`);
  const slowdowns = factors.map((factor) => factor.toFixed(1)).join(' ');
  say(`${path.padEnd(6)} ${marks.join(', ')}; ${shown.join(', ')}; slowdowns ${slowdowns}`);
}
await browser.close();
rmSync(dir, { recursive: true, force: true });

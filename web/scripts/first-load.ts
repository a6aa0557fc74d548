import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { baseURL, launchBrowser } from './browser.ts';
import { cpuSlowdown, PHONE, signIn } from './phone.ts';

/**
 * Measures the first load of the running product (BASE_URL, default http://localhost:8080) on a slow phone with an empty
 * cache, and prints it beside its budget. Times depend on the machine that measures and on what else it does: look at them,
 * do not assert them. The largest paint is the splash's title in most languages; how soon the app itself is there, under
 * the splash, has its own line. Usage: npm run first-load [runs], default 3; of the runs the median is shown.
 */

const runs = Number(process.argv[2] ?? 3);

/** Slow 4G; bytes a second and milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, latency: 150 };
/** Long after the splash: what comes later is no part of the first load. */
const SETTLED_MS = 6_000;

/** After a tap: the browser reports how long it took with the frame that shows its effect. */
const PAINTED_MS = 1_000;

/** What is tapped on each page once it has settled. */
const taps = {
  '/': ['[data-cell="7"]', '[aria-haspopup=menu]'],
  '/auth': ['form input'],
} as const;
type Path = keyof typeof taps;

/** Milliseconds after the navigation began, but for `cls`, which has no unit, and `inp`, which is a duration. */
interface Load {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  rendered: number;
  playable: number;
  inp: number;
}

const budget: [key: keyof Load, what: string, limit: number][] = [
  ['fcp', 'first paint', 900],
  ['lcp', 'largest paint', 1_500],
  ['tbt', 'main thread blocked', 150],
  ['cls', 'layout shift', 0.02],
  ['rendered', 'page there under the splash', 1_600],
  ['playable', 'splash gone', 2_600],
  ['inp', 'slowest tap, to the next paint', 100],
];

/** Runs in the page, before everything else. */
function observe(): void {
  const load: Load = { fcp: 0, lcp: 0, tbt: 0, cls: 0, rendered: 0, playable: 0, inp: 0 };
  Object.assign(globalThis, { firstLoad: load });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') load.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => (load.lcp = startTime));
  watch('longtask', ({ duration }) => (load.tbt += duration - 50));
  watch('layout-shift', (entry) => (load.cls += (entry as PerformanceEntry & { value: number }).value));
  const interactions = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) load.inp = Math.max(load.inp, entry.duration);
  }).observe(interactions);
  new MutationObserver(() => {
    if (!load.rendered && document.querySelector('#main')) load.rendered = performance.now();
    if (!load.playable && load.rendered && !document.querySelector('#splash:not(.gone)'))
      load.playable = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
}

async function measure(browser: Browser, path: Path, options: BrowserContextOptions): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, ...options, baseURL });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForTimeout(SETTLED_MS);
  for (const selector of taps[path]) {
    await page.locator(selector).first().tap();
    await page.waitForTimeout(PAINTED_MS);
  }
  const load = await readLoad(page);
  await context.close();
  return load;
}

const readLoad = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { firstLoad: Load }).firstLoad);

function median(loads: Load[], key: keyof Load): number {
  return loads.map((load) => load[key]).toSorted((a, b) => a - b)[loads.length >> 1] ?? NaN;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const browser = await launchBrowser();
const signedIn = await signIn(browser);
for (const [path, options] of [
  ['/', signedIn],
  ['/auth', {}],
] as const) {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) loads.push(await measure(browser, path, options));
  say(`${path}, CPU ÷ ${cpuSlowdown}, the median of ${runs}`);
  for (const [key, what, limit] of budget) {
    const digits = key === 'cls' ? 3 : 0;
    const value = median(loads, key);
    const verdict = value > limit ? '  OVER' : '';
    say(`  ${what.padEnd(30)}${value.toFixed(digits).padStart(8)} of ${limit}${verdict}`);
  }
}
await browser.close();

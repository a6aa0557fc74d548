import type { CDPSession, Page } from '@playwright/test';
import { baseURL, launchBrowser } from './browser.ts';
import { cpuSlowdown, PHONE, signIn } from './phone.ts';

/**
 * Measures moves against the computer on a slow phone, in the running product (BASE_URL, default http://localhost:8080):
 * how long a tap takes until the frame that shows its piece, and of what it consists. The browser reports the duration
 * of events in steps of 8 ms. Usage: npm run taps [loads], default 6, with two moves each.
 */

const loads = Number(process.argv[2] ?? 6);
const MOVES = 2;
const SETTLED_MS = 6_000;
/** Until the computer has moved. */
const ANSWERED_MS = 1_800;
/** How long the finger rests. Without it, the work of its arrival would count as that of the press. */
const PRESS_MS = 80;

/** Milliseconds. */
interface Tap {
  total: number;
  untilClick: number;
  handlers: number;
  untilFrame: number;
}

/** Runs in the page: collects the events of each tap. */
function observe(): void {
  const taps: PerformanceEventTiming[] = [];
  Object.assign(globalThis, { taps });
  const events = { type: 'event', buffered: true, durationThreshold: 16 };
  new PerformanceObserver((list) => {
    taps.push(
      ...(list.getEntries() as PerformanceEventTiming[]).filter(({ interactionId }) => interactionId),
    );
  }).observe(events);
}

async function tap(page: Page, devtools: CDPSession): Promise<Tap | undefined> {
  await page.evaluate(() => ((globalThis as unknown as { taps: unknown[] }).taps.length = 0));
  const cell = page.locator('[data-cell]:not([aria-disabled])').first();
  const box = await cell.boundingBox();
  if (!box) return undefined;
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await page.waitForTimeout(PRESS_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(ANSWERED_MS);
  return page.evaluate(() => {
    const { taps } = globalThis as unknown as { taps: PerformanceEventTiming[] };
    const click = taps.find(({ name }) => name === 'click');
    return (
      click && {
        total: Math.max(...taps.map(({ duration }) => duration)),
        untilClick: click.processingStart - click.startTime,
        handlers: click.processingEnd - click.processingStart,
        untilFrame: click.startTime + click.duration - click.processingEnd,
      }
    );
  });
}

const browser = await launchBrowser();
const signedIn = await signIn(browser);
const taps: Tap[] = [];
for (let load = 0; load < loads; load++) {
  const context = await browser.newContext({ ...PHONE, ...signedIn, baseURL });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  await page.goto('/');
  await page.waitForTimeout(SETTLED_MS);
  for (let move = 0; move < MOVES; move++)
    taps.push(...[await tap(page, devtools)].filter((each) => each !== undefined));
  await context.close();
}
await browser.close();

const quantile = (key: keyof Tap, share: number) =>
  taps
    .map((each) => each[key])
    .toSorted((a, b) => a - b)
    [Math.floor(taps.length * share)]?.toFixed(0);
const steps = {
  'until the click': 'untilClick',
  handlers: 'handlers',
  'until the frame': 'untilFrame',
} as const;
const lines = [
  `${taps.length} moves, CPU ÷ ${cpuSlowdown}; ms`,
  `  a tap (INP)      ${quantile('total', 0.5)}, three of four within ${quantile('total', 0.75)}`,
  ...Object.entries(steps).map(([name, key]) => `  ${name.padEnd(16)} ${quantile(key, 0.5)}`),
];
process.stdout.write(`${lines.join('\n')}\n`);

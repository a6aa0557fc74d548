import { type Browser, expect } from '@playwright/test';
import { cell } from '../e2e/local.ts';
import { startGuestGame, closeAll, type OnlinePlayer } from '../e2e/online.ts';
import { restartGateway } from '../e2e/stack.ts';
import { launchBrowser, withBaseURL } from './browser.ts';

/**
 * Measures how soon a player who was away from a running game sees the move that was made meanwhile, in the running
 * product (BASE_URL, default http://localhost:8080): after a cut connection, a closed lid, a reload, in a second tab, and after
 * the gateway was killed (that of `make run` in this checkout). The aim is 3 s from the moment on which they can be back.
 * Usage: npm run reconnection [runs], default 5; shown are the median and the slowest.
 */

const runs = Number(process.argv[2] ?? 5);
const AIM_MS = 3_000;
const AWAY_MS = 4_000;

type Move = () => Promise<void>;
/** Is away while `move` happens; answers when it became possible to be back, by `performance.now()`. */
type Absence = (person: OnlinePlayer, move: Move) => Promise<number>;

const pause = (person: OnlinePlayer) => person.page.waitForTimeout(AWAY_MS);

const absences: Record<string, Absence> = {
  'the line was cut': async (person, move) => {
    await person.setNetwork(false);
    await move();
    await pause(person);
    await person.setNetwork(true);
    return performance.now();
  },
  'the lid was closed': async (person, move) => {
    const devtools = await person.page.context().newCDPSession(person.page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await person.setNetwork(false);
    await move();
    await pause(person);
    await person.setNetwork(true);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    return performance.now();
  },
  'the page was reloaded': async (person, move) => {
    await person.page.goto('about:blank');
    await move();
    const from = performance.now();
    await person.page.goto('/', { waitUntil: 'commit' });
    return from;
  },
  'a second tab': async (person, move) => {
    await move();
    const from = performance.now();
    person.page = await person.page.context().newPage();
    await person.page.goto('/', { waitUntil: 'commit' });
    return from;
  },
  'the gateway was killed': async (person, move) => {
    await move();
    await restartGateway(person.page, 'SIGKILL');
    return performance.now();
  },
};

/** Milliseconds from when being back became possible to the sight of what was missed. */
async function measure(browser: Browser, absence: Absence): Promise<number> {
  const [x, o] = await startGuestGame(browser);
  const move = async () => {
    await cell(x.page, 1).click();
    await expect(cell(x.page, 1)).toHaveAccessibleName(/, X/);
  };
  const from = await absence(o, move);
  await o.page.locator('#splash').waitFor({ state: 'detached' });
  await expect(cell(o.page, 1)).toHaveAccessibleName(/, X/, { timeout: 30_000 });
  await expect(o.page.getByRole('banner').getByRole('button', { name: /^Online/ })).toBeVisible();
  const elapsed = performance.now() - from;
  x.errors.length = o.errors.length = 0;
  await closeAll(x, o);
  return elapsed;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

const browser = await launchBrowser();
for (const [what, absence] of Object.entries(absences)) {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await measure(withBaseURL(browser), absence));
  times.sort((a, b) => a - b);
  const [median = NaN, slowest = NaN] = [times[runs >> 1], times.at(-1)];
  const verdict = slowest > AIM_MS ? '  OVER' : '';
  say(`${what.padEnd(28)}${median.toFixed(0).padStart(6)} ms, slowest ${slowest.toFixed(0)}${verdict}`);
}
await browser.close();

import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { findFriendly, guest, startGuestGame } from '../e2e/online.ts';
import { launchBrowser, withBaseURL } from './browser.ts';

/**
 * Measures the processor time of pages on which nothing happens, in the running product (BASE_URL, default
 * http://localhost:8080): it empties the battery of a phone. Shown is the share of one processor that all processes of a
 * browser use for a page, with and without less motion. Without a graphics card, drawing counts as well.
 * Usage: npm run resting [seconds], default 10.
 */

const seconds = Number(process.argv[2] ?? 10);
/** After the page is there: what comes later is not rest. */
const SETTLED_MS = 6_000;

/** Opens pages that rest, and returns them. */
type Scene = (browser: Browser, motion: Motion) => Promise<Page[]>;
type Motion = 'no-preference' | 'reduce';

const scenes: Record<string, Scene> = {
  home: async (browser, reducedMotion) => [(await guest(browser, { reducedMotion })).page],
  'a search': async (browser, reducedMotion) => {
    const player = await guest(browser, { reducedMotion });
    await findFriendly(player);
    return [player.page];
  },
  'a game, waiting for a move': async (browser, reducedMotion) => {
    // The options of a game are those of its second player.
    const players = await startGuestGame(browser, { reducedMotion });
    await Promise.all(players.map(({ page }) => page.emulateMedia({ reducedMotion })));
    return players.map(({ page }) => page);
  },
};

/** Returns the processor seconds that all processes of a browser have used. */
async function cpuSeconds(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function measure(scene: Scene, motion: Motion): Promise<number> {
  const browser = await launchBrowser();
  const pages = await scene(withBaseURL(browser), motion);
  await wait(SETTLED_MS);
  const before = await cpuSeconds(browser);
  await wait(seconds * 1_000);
  const used = (await cpuSeconds(browser)) - before;
  await browser.close();
  return used / seconds / pages.length;
}

for (const [name, scene] of Object.entries(scenes)) {
  const percent = async (motion: Motion) => `${((await measure(scene, motion)) * 100).toFixed(1)} %`;
  const [all, less] = [await percent('no-preference'), await percent('reduce')];
  process.stdout.write(`${name.padEnd(30)}${all.padStart(8)}, with less motion ${less.padStart(8)}\n`);
}

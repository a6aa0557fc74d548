import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reducedMotion } from '@/lib/a11y/media.ts';
import { startMotion } from './motion.ts';
import { type Motion, usePreferences } from './preferences.ts';

const mediaQuery = Object.assign(new EventTarget(), { matches: false });

function systemAsksFor(less: boolean): void {
  mediaQuery.matches = less;
  mediaQuery.dispatchEvent(new Event('change'));
}
const choose = (motion: Motion) => usePreferences.getState().set({ motion });

beforeEach(() => {
  mediaQuery.matches = false;
  vi.stubGlobal('matchMedia', () => mediaQuery);
  startMotion();
});
afterEach(() => {
  choose('system');
  vi.unstubAllGlobals();
});

it('moves as the system says, also when that changes', () => {
  expect(reducedMotion()).toBe(false);
  systemAsksFor(true);
  expect(reducedMotion()).toBe(true);
  systemAsksFor(false);
  expect(reducedMotion()).toBe(false);
});

it('moves as the player says, whatever the system says', () => {
  choose('reduced');
  expect(reducedMotion()).toBe(true);
  choose('full');
  systemAsksFor(true);
  expect(reducedMotion()).toBe(false);
});

const folder = `${import.meta.dirname}/../../`;

it('is set by one attribute: style sheets that query the system would ignore the setting', () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const querying = sheets.filter((path) =>
    readFileSync(folder + path, 'utf8').includes('prefers-reduced-motion'),
  );
  expect(querying).toEqual([]);
});

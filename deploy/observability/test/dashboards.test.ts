import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { files, folder } from '../dashboards/write.ts';
import { dashboards } from './sources.ts';

test('the dashboards in the chart are those that are written down here (npm run dashboards)', () => {
  const written = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(folder + name, 'utf8')]),
  );
  expect(written).toEqual(files());
});

test('dashboards have names of their own, and every panel says what it shows', () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { title, panels } of dashboards) {
    const shown = panels.filter((panel) => panel.targets);
    for (const panel of shown) expect(panel.description, `${title}: ${panel.title}`).toMatch(/\w.*[.:]/);
    const titles = shown.map((panel) => panel.title);
    expect(new Set(titles).size, title).toBe(titles.length);
  }
});

test('the oldest stake is marked once it is older than the longest legal game', () => {
  const panel = dashboards.flatMap(({ panels }) => panels).find(({ title }) => title === 'Oldest stake');
  const [, minutes] = /takes (\d+) minutes/.exec(panel?.description ?? '') ?? [];
  const [, warning] = panel?.fieldConfig?.defaults.thresholds?.steps ?? [];
  expect(warning?.value).toBe(Number(minutes) * 60);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/root.ts';
import { FAILPOINTS, OUT_OF_REACH } from '../scripts/nemesis/failpoints.ts';

const all = [...FAILPOINTS.values()].flat();

test('each failpoint that is out of reach exists', () => {
  expect(OUT_OF_REACH.filter((name) => !all.includes(name))).toEqual([]);
});

test('docs/nemesis.md has their numbers', () => {
  const page = readFileSync(`${root}docs/nemesis.md`, 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toContain(`The services have ${all.length}; ${OUT_OF_REACH.length} are out of reach`);
});

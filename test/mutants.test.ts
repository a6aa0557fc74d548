import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { projects } from '../scripts/mutants/projects.ts';
import { simulation } from '../scripts/mutants/simulation.ts';
import { mutate } from '../scripts/mutants/seed.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const units = Object.values(projects).flatMap(({ tests, seeds }) =>
  seeds.map((seed) => ({ ...seed, tests })),
);
const seeds = [...units, ...simulation];

it.each(units)('has a test file for the rule that $breaks', ({ tests, test }) => {
  expect(existsSync(join(root, tests, `${test}.test.ts`))).toBe(true);
});

const second = simulation.flatMap(({ also, breaks }) => (also ? [{ ...also, breaks }] : []));
it.each([...seeds, ...second])('can break the rule that $breaks', (seed) => {
  expect(mutate(readFileSync(join(root, seed.file), 'utf8'), seed)).toContain(seed.mutant);
});

it('rejects a seed whose text is missing or there twice', () => {
  const seed = { file: 'a.ts', text: 'x < 1', mutant: 'x <= 1', breaks: 'one is too many', test: 'a' };
  expect(mutate('if (x < 1)', seed)).toBe('if (x <= 1)');
  expect(() => mutate('if (x > 1)', seed)).toThrow('update the seed');
  expect(() => mutate('if (x < 1 || x < 1)', seed)).toThrow('update the seed');
});

it('names each rule once', () => {
  const names = seeds.map(({ breaks }) => breaks);
  expect(new Set(names).size).toBe(names.length);
});

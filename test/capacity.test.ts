import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFor, thresholds } from '../scripts/capacity/model.ts';
import { capacityPage } from '../scripts/capacity/report.ts';

const page = fileURLToPath(new URL('../docs/capacity.md', import.meta.url));

/** Returns all numbers of a value, in an order of their own. */
const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

const players = fc.integer({ min: 1, max: 10_000_000 });

test('more players never need less of anything', () => {
  fc.assert(
    fc.property(players, players, (some, more) => {
      const [few, many] = [planFor(some), planFor(some + more)].map(numbersIn) as [number[], number[]];
      expect(many.length).toBe(few.length);
      expect(few.every((need, index) => need <= (many[index] ?? 0))).toBe(true);
    }),
  );
});

test('twice the players need twice the work, and at most twice the replicas', () => {
  fc.assert(
    fc.property(players, (count) => {
      const [once, twice] = [planFor(count), planFor(2 * count)];
      for (const [index, { cores, replicas, diskBytesPerDay }] of once.services.entries()) {
        const more = twice.services[index];
        expect(more?.cores).toBeCloseTo(2 * cores, 6);
        expect(more?.diskBytesPerDay).toBeCloseTo(2 * diskBytesPerDay, 0);
        expect(more?.replicas).toBeLessThanOrEqual(2 * replicas);
      }
    }),
  );
});

test('every service survives the loss of a replica', () => {
  for (const { replicas } of planFor(1).services) expect(replicas).toBeGreaterThanOrEqual(2);
});

test('a database is split at the size at which its Postgres gives way', () => {
  for (const { name, players: most } of thresholds()) {
    const [, service] = /^cores of the Postgres of (.*)$/.exec(name) ?? [];
    if (!service) continue;
    const shardsAt = (count: number) =>
      planFor(count).services.find((need) => need.name === service)?.shards ?? 0;
    expect(shardsAt(most * 1.01), service).toBeGreaterThan(1);
  }
});

test('docs/capacity.md has the tables of the model: npm run capacity -- --write', async () => {
  const text = readFileSync(page, 'utf8');
  expect(text).toBe(await capacityPage(text));
});

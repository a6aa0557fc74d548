import { scaled } from '@fifteen/testkit';
import { expect, it } from 'vitest';
import type { Rule } from './shards/shard.ts';
import { simulate } from './shards/simulation.ts';

const SEEDS = scaled(1_000);

/** Without these, a run proves nothing about them. */
const EXPECTED_EVENTS = [
  ...['crash of a process', 'rollback', 'lost request', 'lost response', 'duplicate request', 'slow message'],
  ...['stake settled', 'stake refunded', 'stake void', 'stake void before its hold'],
  ...['leg short', 'leg void', 'leg released', 'leg spent', 'coins between shards'],
];

it('conserves coins and takes both stakes or neither when the ledger is split over databases', () => {
  const events = new Map<string, number>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const result = simulate(seed);
    expect({ seed, defects: result.defects }).toEqual({ seed, defects: [] });
    for (const [event, count] of result.events) events.set(event, (events.get(event) ?? 0) + count);
  }
  expect(EXPECTED_EVENTS.filter((event) => (events.get(event) ?? 0) < SEEDS / 20)).toEqual([]);
});

it('repeats a run from its seed', () => {
  expect(simulate(7)).toEqual(simulate(7));
});

const RULES: readonly Rule[] = [
  ...(['a reservation is made once', 'a cancelled leg stays cancelled'] as const),
  ...(['both legs or neither', 'a decision is final'] as const),
];

it.each(RULES)('notices that a rule is broken: %s', (rule) => {
  const seeds = Array.from({ length: 400 }, (_, seed) => seed);
  expect(seeds.some((seed) => simulate(seed, rule).defects.length > 0)).toBe(true);
});

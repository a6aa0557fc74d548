import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstBet, progressAt, type Search, type SearchEvent, step } from '../model/search.ts';

it.each([
  { coins: 0, last: 0, first: 0 },
  { coins: 20_000_000, last: 0, first: 0 },
  { coins: 20_000_000, last: 5_000, first: 5_000 },
  { coins: 20_000_000, last: 1_000_000, first: 1_000_000 },
  { coins: 999_999, last: 1_000_000, first: 5_000 },
  { coins: 4_999, last: 1_000_000, first: 0 },
  { coins: 20_000_000, last: 1_000_000, limit: 50_000, first: 5_000 },
])(
  'begins with the last stake that is allowed: $first of $last with $coins coins',
  ({ coins, last, limit, first }) => {
    const stakeLimit = limit === undefined ? undefined : { coins: limit, games: 20 };
    expect(firstBet({ coins, stakeLimit }, last)).toBe(first);
  },
);

it.each([
  [0, { part: 0, warning: false, hint: 'finding' }],
  [9_999, { part: 0.3333, warning: false, hint: 'finding' }],
  [10_000, { part: 1 / 3, warning: false, hint: 'expanding' }],
  [24_999, { part: 0.8333, warning: false, hint: 'expanding' }],
  [25_000, { part: 25 / 30, warning: true, hint: 'finding' }],
  [45_000, { part: 1, warning: true, hint: 'finding' }],
])('is after %i ms at %j', (elapsed, { part, ...rest }) => {
  const progress = progressAt(elapsed);
  expect(progress).toMatchObject(rest);
  expect(progress.part).toBeCloseTo(part, 3);
});

it('no order of events leads to a game without a search, or a search without a bet', () => {
  const event = fc.constantFrom<SearchEvent>(
    { type: 'open' },
    { type: 'search', bet: 5000 },
    { type: 'hold' },
    { type: 'queued', now: 1 },
    { type: 'resumed', bet: 0, now: 1 },
    { type: 'offered' },
    { type: 'answered', offer: 'accepted' },
    { type: 'found', bet: 5000, opponent: null },
    { type: 'rejected', problem: { title: '', text: '', code: undefined } },
    { type: 'close' },
  );
  const before: Record<Search['at'], Search['at'][]> = {
    closed: ['closed', 'choosing', 'preparing', 'searching', 'found', 'rejected'],
    choosing: ['closed', 'rejected', 'choosing'],
    preparing: ['choosing', 'preparing'],
    searching: ['closed', 'preparing', 'searching'],
    found: ['preparing', 'searching', 'found'],
    rejected: ['preparing', 'searching', 'found', 'rejected'],
  };
  const taken = new Set<string>();
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30, size: 'max' }), (events) => {
      let search: Search = { at: 'closed' };
      for (const each of events) {
        const next: Search = step(search, each);
        expect(before[next.at]).toContain(search.at);
        taken.add(`${search.at} ${next.at}`);
        search = next;
      }
    }),
  );
  const all = Object.entries(before).flatMap(([to, from]) => from.map((at) => `${at} ${to}`));
  expect([...taken].toSorted()).toEqual(all.toSorted());
});

import { expect, test } from 'vitest';
import { findViolations, RULES, type Violation } from '../scripts/nemesis/checker.ts';
import { lateConvergence, limitAfter } from '../scripts/nemesis/convergence.ts';
import type { Entry, TimedEntry } from '../scripts/nemesis/history.ts';
import type { Snapshot } from '../scripts/nemesis/snapshot.ts';

const at = (second: number) => new Date(second * 1_000);
const MOVES = [1, 2, 6, 3, 11];

/**
 * Ana has won a game for 5,000 coins, bought an emoji, given 7 coins to Ben, and got the reward of a week. Cem has won
 * against the computer, registered, written a message and blocked Ben.
 */
const award = { key: 'ai:cem:local-1', kind: 'ai_win', debit: 'mint:ai/1', credit: 'u:cem', amount: 100 };
const snapshot: Snapshot = {
  aheadMs: 0,
  games: [
    {
      ...{
        id: 'g1',
        x: 'ana',
        o: 'ben',
        bet: 5_000,
        status: 'finished',
        moves: MOVES,
        played: MOVES,
        movedAt: MOVES.map((_, index) => at(2 * index + 2)),
        auto: [],
        winner: 'X',
      },
      ...{ condition: 'vertical', abandonedBy: null, startedAt: at(0), finishedAt: at(10) },
    },
    {
      ...{ id: 'g2', x: 'ben', o: 'ana', bet: 0, status: 'abandoned', moves: [1], played: [1] },
      ...{ movedAt: [at(12)], auto: [], winner: 'O' },
      ...{ condition: 'abandonment', abandonedBy: 'ben', startedAt: at(10), finishedAt: at(20) },
    },
  ],
  transfers: [
    { key: 'hold:g1', kind: 'hold', debit: 'u:ana', credit: 'e:g1', amount: 5_000 },
    { key: 'settle:g1', kind: 'settle', debit: 'e:g1', credit: 'u:ana', amount: 10_000 },
    { key: 'buy:ana:emoji:cat', kind: 'buy', debit: 'u:ana', credit: 'sink:shop/1', amount: 50 },
    { key: 'gift:ana:key:k1', kind: 'gift', debit: 'u:ana', credit: 'u:ben', amount: 7 },
    { key: 'weekly:1', kind: 'weekly', debit: 'mint:weekly/1', credit: 'u:ana', amount: 30 },
    award,
  ],
  stakes: [{ gameId: 'g1', state: 'settled', winner: 'ana' }],
  items: [{ user: 'ana', item: 'cat', key: 'buy:ana:emoji:cat' }],
  wallets: [
    { user: 'ana', coins: 15_000 + 5_000 - 50 - 7 + 30, version: 6 },
    { user: 'ben', coins: 15_000 - 5_000 + 7, version: 4 },
    { user: 'cem', coins: 1_000 + 100, version: 2 },
  ],
  records: [
    { gameId: 'g1', winner: 'ana' },
    { gameId: 'g2', winner: 'ana' },
  ],
  rewards: [{ key: 'W1:1', user: 'ana', coins: 30 }],
  accounts: [{ user: 'cem', username: 'cem1', displayName: 'Cem', isGuest: false }],
  messages: [{ user: 'cem', text: 'Hello' }],
  blocks: [{ user: 'cem', other: 'ben' }],
};

const game = {
  kind: 'game',
  gameId: 'g1',
  version: 5,
  moves: MOVES,
  status: 'finished',
  winner: 'X',
} as const;
const gift = { kind: 'gift', user: 'ana', key: 'k1', recipient: 'ben', amount: 7, outcome: 'ok' } as const;
const purchase = { kind: 'purchase', user: 'ana', item: 'cat', price: 50, outcome: 'ok' } as const;
const history: readonly Entry[] = [
  { kind: 'account', user: 'ana', coins: 15_000 },
  { kind: 'account', user: 'ben', coins: 15_000 },
  ...MOVES.map((position, index): Entry => ({
    kind: 'move',
    user: index % 2 === 0 ? 'ana' : 'ben',
    gameId: 'g1',
    position,
    // A client may leave the number out.
    ply: index === 2 ? undefined : index + 1,
  })),
  { kind: 'move', user: 'ben', gameId: 'g2', position: 1, ply: 1 },
  { ...game, user: 'ana' },
  { ...game, user: 'ben', version: 3, moves: MOVES.slice(0, 3), status: 'active', winner: null },
  { kind: 'balance', user: 'ana', coins: 20_000, version: 3 },
  { kind: 'balance', user: 'ana', coins: 19_950, version: 4 },
  { kind: 'left', user: 'ben', gameId: 'g2' },
  gift,
  purchase,
  { kind: 'account', user: 'cem', coins: 1_000 },
  { kind: 'award', user: 'cem', game: 'local-1', outcome: 'ok' },
  { kind: 'registered', user: 'cem', name: 'cem1' },
  { kind: 'named', user: 'cem', name: 'Cem' },
  { kind: 'chat', user: 'cem', text: 'Hello', outcome: 'ok' },
  { kind: 'blocked', user: 'cem', other: 'ben' },
];

/** Returns the violations of a history whose entries have no times. */
const violationsOf = (entries: readonly Entry[], rows: Snapshot): Violation[] =>
  findViolations(
    entries.map((entry): TimedEntry => ({ at: at(0), ...entry })),
    rows,
  );

test('a run in which nothing was lost has no violation', () => {
  expect(violationsOf(history, snapshot)).toEqual([]);
});

test('a request without a response may have happened or not', () => {
  const unknown = history.map((entry) =>
    'outcome' in entry ? { ...entry, outcome: 'unknown' as const } : entry,
  );
  expect(violationsOf(unknown, snapshot)).toEqual([]);
  const nothing = [
    ...history,
    { ...gift, key: 'k2', outcome: 'unknown' as const },
    { ...purchase, item: 'dog', outcome: 'unknown' as const },
  ];
  expect(violationsOf(nothing, snapshot)).toEqual([]);
});

const [first, second] = snapshot.games as [Snapshot['games'][number], Snapshot['games'][number]];
const withGame = (overrides: Partial<typeof first>): Partial<Snapshot> => ({
  games: [{ ...first, ...overrides }, second],
});
const without = (kind: string): Partial<Snapshot> => ({
  transfers: snapshot.transfers.filter((transfer) => transfer.kind !== kind),
});
const twice = (kind: string): Partial<Snapshot> => ({
  transfers: snapshot.transfers.flatMap((transfer) =>
    transfer.kind === kind ? [transfer, transfer] : [transfer],
  ),
});

interface Case {
  readonly what: string;
  readonly rule: Violation['rule'];
  readonly entries?: readonly Entry[];
  readonly rows?: Partial<Snapshot>;
}

const cases: readonly Case[] = [
  {
    what: 'a lost move',
    rule: 'acknowledged moves are in the game',
    entries: [{ ...game, user: 'ana', moves: [...MOVES, 4], status: 'active', winner: null }],
  },
  {
    what: 'a lost game',
    rule: 'acknowledged moves are in the game',
    entries: [{ ...game, user: 'ana', gameId: 'g3', status: 'active' }],
  },
  {
    what: 'a move that no player sent',
    rule: 'a move is made where its player sent it',
    rows: withGame({ moves: [...MOVES, 4], played: [...MOVES, 4] }),
  },
  {
    what: 'a move that is made under another number',
    rule: 'a move is made where its player sent it',
    rows: withGame({ moves: [11, 2, 6, 3, 1], played: [11, 2, 6, 3, 1] }),
  },
  {
    what: 'a game that never ends',
    rule: 'a game ends once, by the rules',
    rows: withGame({ status: 'active' }),
  },
  { what: 'a wrong winner', rule: 'a game ends once, by the rules', rows: withGame({ winner: 'O' }) },
  {
    what: 'a move against the rules',
    rule: 'a game ends once, by the rules',
    rows: withGame({ moves: [1, 1], played: [1, 1] }),
  },
  {
    what: 'a move that is missing in the table of moves',
    rule: 'a game ends once, by the rules',
    rows: withGame({ played: MOVES.slice(0, -1) }),
  },
  { what: 'a wrong line', rule: 'a game ends once, by the rules', rows: withGame({ condition: 'diagonal' }) },
  {
    what: 'a result that is recorded twice',
    rule: 'a game ends once, by the rules',
    rows: { records: [...snapshot.records, ...snapshot.records] },
  },
  {
    what: 'a result that is not recorded',
    rule: 'a game ends once, by the rules',
    rows: { records: snapshot.records.slice(1) },
  },
  {
    what: 'a result that changed after a client received it',
    rule: 'results are what clients received',
    entries: [{ ...game, user: 'ben', winner: 'O' }],
  },
  { what: 'a stake that is held for ever', rule: 'stakes go to the winner', rows: { stakes: [] } },
  {
    what: 'a stake that goes to the loser',
    rule: 'stakes go to the winner',
    rows: { stakes: [{ gameId: 'g1', state: 'settled', winner: 'ben' }] },
  },
  {
    what: 'a balance that no transfer explains',
    rule: 'coins that clients received are in the ledger',
    entries: [{ kind: 'balance', user: 'ana', coins: 19_940, version: 5 }],
  },
  {
    what: 'a balance that the wallet never reached',
    rule: 'coins that clients received are in the ledger',
    entries: [{ kind: 'balance', user: 'ana', coins: 1, version: 7 }],
  },
  {
    what: 'two balances of one version',
    rule: 'coins that clients received are in the ledger',
    entries: [{ kind: 'balance', user: 'ana', coins: 20_001, version: 3 }],
  },
  { what: 'an unpaid purchase', rule: 'a purchase is owned and paid once', rows: without('buy') },
  { what: 'a purchase that is paid twice', rule: 'a purchase is owned and paid once', rows: twice('buy') },
  { what: 'a purchase that is lost', rule: 'a purchase is owned and paid once', rows: { items: [] } },
  {
    what: 'a purchase at another price',
    rule: 'a purchase is owned and paid once',
    entries: [{ ...purchase, price: 60 }],
  },
  {
    what: 'a rejected purchase that is owned',
    rule: 'a purchase is owned and paid once',
    entries: [{ ...purchase, outcome: 'rejected' }],
  },
  { what: 'a lost gift', rule: 'a gift is sent once', rows: without('gift') },
  { what: 'a gift that is sent twice', rule: 'a gift is sent once', rows: twice('gift') },
  {
    what: 'a rejected gift that is sent',
    rule: 'a gift is sent once',
    entries: [{ ...gift, outcome: 'rejected' }],
  },
  {
    what: 'a gift that no player has sent',
    rule: 'a gift is sent once',
    rows: {
      transfers: [
        ...snapshot.transfers,
        { key: 'gift:ana:key:k9', kind: 'gift', debit: 'u:ana', credit: 'u:ben', amount: 1 },
      ],
    },
  },
  { what: 'an unpaid reward', rule: 'weekly rewards are paid once', rows: without('weekly') },
  { what: 'a reward that is paid twice', rule: 'weekly rewards are paid once', rows: twice('weekly') },
  { what: 'an unpaid award', rule: 'an award is paid once', rows: without('ai_win') },
  {
    what: 'an award that is paid by another key, too',
    rule: 'an award is paid once',
    rows: { transfers: [...snapshot.transfers, { ...award, key: 'ai-number:cem:1' }] },
  },
  {
    what: 'an award of another amount',
    rule: 'an award is paid once',
    rows: { transfers: [...snapshot.transfers.filter((one) => one !== award), { ...award, amount: 1_000 }] },
  },
  {
    what: 'an account that is still a guest',
    rule: 'a registered account keeps its names',
    rows: { accounts: snapshot.accounts.map((account) => ({ ...account, isGuest: true })) },
  },
  {
    what: 'a lost display name',
    rule: 'a registered account keeps its names',
    rows: { accounts: snapshot.accounts.map((account) => ({ ...account, displayName: 'Guest' })) },
  },
  { what: 'a lost message', rule: 'a message is stored once', rows: { messages: [] } },
  {
    what: 'a message that is stored twice',
    rule: 'a message is stored once',
    rows: { messages: [...snapshot.messages, ...snapshot.messages] },
  },
  { what: 'a lost block', rule: 'a block stays', rows: { blocks: [] } },
  {
    what: 'a lost coin',
    rule: 'coins are conserved',
    rows: { wallets: snapshot.wallets.map((wallet) => ({ ...wallet, coins: wallet.coins - 1 })) },
  },
  { what: 'a wallet that is missing', rule: 'coins are conserved', rows: { wallets: [] } },
  {
    what: 'a player in two games',
    rule: 'no player is in two games',
    rows: { games: [first, { ...second, startedAt: at(9) }] },
  },
  {
    what: 'a player who is made a leaver',
    rule: 'no player loses by our fault',
    rows: { games: [first, { ...second, abandonedBy: 'ana' }] },
  },
  {
    what: 'a turn that the server took',
    rule: 'no player loses by our fault',
    rows: withGame({ auto: [3] }),
  },
  {
    what: 'a game that expired',
    rule: 'no player loses by our fault',
    rows: withGame({ condition: 'expired' }),
  },
  {
    what: 'an error that is not in the contract',
    rule: 'errors are listed in the contract',
    entries: [{ kind: 'unlisted', user: 'ana', text: 'the contract does not list OOPS for GET /api/x' }],
  },
];

test.each(cases)('the checker notices $what', ({ rule, entries = [], rows = {} }) => {
  const violations = violationsOf([...history, ...entries], { ...snapshot, ...rows });
  expect(violations.map((one) => one.rule)).toContain(rule);
});

test('each rule has a case', () => {
  expect(new Set(cases.map(({ rule }) => rule))).toEqual(new Set(RULES));
});

test.each([
  ['the last fault, long after a failover', Infinity, 30_000],
  ['a failover that was the last fault', 0, 60_000],
  ['a fault 20 s after a failover', 20_000, 40_000],
])('reports services that agree too late after %s', (_, failedOverMs, limitMs) => {
  expect(limitAfter(failedOverMs)).toBe(limitMs);
  expect(lateConvergence({ ms: limitMs, limitMs })).toEqual([]);
  expect(lateConvergence({ ms: limitMs + 1, limitMs })).toHaveLength(1);
});

import { EventEmitter } from 'node:events';
import { type QuickMatchBet, toUserId } from '@fifteen/domain';
import { Status } from '@fifteen/proto/game';
import { type JoinRequest, SearchStatus } from '@fifteen/proto/matchmaking';
import { AppError } from '@fifteen/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Searches } from '../src/matchmaking/searches.ts';
import type { Connection } from '../src/realtime/connection.ts';

const [ann, bob, cat] = [toUserId('ann'), toUserId('bob'), toUserId('cat')];
const match = { room: { id: 'r1', participants: [] }, game: { status: Status.ACTIVE, xPlayerId: ann } };

/** What room knows of the player, one response after the other; the last one stays. */
let known: object[];
let announced: string[];
let hasSearch: boolean;
/** The bet of the player's search in the queue. */
let bet: number;
/** Whether the player has waited so long that they may play the computer. */
let isOffered: boolean;
let searches: Searches;
/** What reaches the queue, in order. */
let queued: (number | 'left')[];
/** Requests that enter the queue, in order. */
let joined: JoinRequest[];
/** The age of the player's search in the queue. */
let waitedMs: number;
/** The ids of searches that reach the queue, in order. */
let searchIds: (string | undefined)[];
/** The users whose searches were renewed. */
let renewed: string[];
/** Since when the users are offline of whom that is recorded. */
let offlineSince: Map<string, Date>;
/** The users without a socket. */
let disconnected: string[];
/** Responds to the leave of a user, if it is slow. */
let leaves: Map<string, Promise<void>>;
/** Responds to joins; each waits for its own. */
let joins: (() => Promise<void>)[];
/** Whether the queue is down. */
let isQueueDown: boolean;
/** Whether a match of the player is being made. */
let isMatching: boolean;
let sent: { type: string }[];
let pushed: unknown[];
let connection: Connection;
let events: EventEmitter;

beforeEach(() => {
  [known, announced, hasSearch, bet, isOffered] = [[{}], [], true, 5_000, false];
  [queued, joined, searchIds, joins, sent, events] = [[], [], [], [], [], new EventEmitter()];
  [renewed, disconnected, leaves, isQueueDown, isMatching] = [[], [], new Map(), false, false];
  [pushed, offlineSince, waitedMs] = [[], new Map(), 0];
  connection = { send: (message: { type: string }) => sent.push(message) } as never;
  searches = new Searches({
    clients: {
      matchmaking: {
        join: async (request: JoinRequest) => {
          searchIds.push(request.searchId);
          joined.push(request);
          await joins.shift()?.();
          queued.push(request.bet);
          return { status: request.reentry ? SearchStatus.OVER : SearchStatus.WAITING };
        },
        leave: async ({ userId, searchId }: { userId: string; searchId?: string }) => {
          searchIds.push(searchId);
          await leaves.get(userId);
          queued.push('left');
          return { matched: isMatching, bet: hasSearch ? bet : undefined };
        },
        keepAlive: async ({ userIds }: { userIds: string[] }) => {
          if (isQueueDown) throw new AppError('SERVICE_UNAVAILABLE');
          renewed.push(...userIds);
          return {
            absentUserIds: hasSearch ? [] : [ann],
            offeredUserIds: hasSearch && isOffered ? [ann] : [],
            searches: hasSearch && !isMatching ? [{ userId: ann, bet, waitedMs }] : [],
          };
        },
      },
      room: { getCurrentRoom: async () => (known.length > 1 ? known.shift() : known[0]) },
    },
    connections: {
      of: (userId: string) => new Set(disconnected.includes(userId) ? [] : [connection]),
    },
    notifications: { events },
    presence: { connectedAmong: async () => new Set(), offlineSince: async () => offlineSince },
    push: { toUser: (...args: unknown[]) => pushed.push(args) },
    limits: { action: async () => undefined },
    announce: async (userId: string) => void announced.push(userId),
    log: { info: () => undefined, error: () => undefined },
  } as unknown as ConstructorParameters<typeof Searches>[0]);
});

afterEach(() => vi.useRealTimers());

test('a search that is cancelled before its match is left', async () => {
  await searches.join(ann, 0);
  expect((await searches.leave(ann)).status).toBe('left');
  expect(announced).toEqual([]);
});

test('a search that is cancelled after its match, whose notification was lost, opens the match', async () => {
  await searches.join(ann, 0);
  known = [match];
  expect((await searches.leave(ann)).status).toBe('matched');
  expect(announced).toEqual([ann]);
});

test('a search that is cancelled while its match is made ends if no match comes of it', async () => {
  await searches.join(ann, 5_000);
  isMatching = true;
  expect((await searches.leave(ann)).status).toBe('matched');
  expect(await searches.resume(ann)).toBeUndefined();
  [hasSearch, isMatching] = [false, false];
  await searches.keepAlive();
  await searches.keepAlive();
  expect(queued).toEqual([5_000, 'left']);
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'left' }]);
});

test('a search that is cancelled while its match is made opens that match if its notification is lost', async () => {
  await searches.join(ann, 5_000);
  isMatching = true;
  await searches.leave(ann);
  [hasSearch, isMatching, known] = [false, false, [match]];
  await searches.keepAlive();
  expect([announced, sent]).toEqual([[ann], []]);
});

test('a match whose notification is lost is pushed to the gateway that has the sockets of its player', async () => {
  await searches.join(ann, 5_000);
  [hasSearch, known, disconnected] = [false, [match], [ann]];
  await searches.keepAlive();
  expect(pushed).toEqual([['ann', { $case: 'match', value: match }]]);
});

test('a search that begins while a cancelled one ends is not said to be over', async () => {
  await searches.join(ann, 5_000);
  isMatching = true;
  await searches.leave(ann);
  [hasSearch, isMatching] = [false, false];
  await Promise.all([searches.keepAlive(), Promise.resolve().then(() => searches.join(ann, 0))]);
  expect([queued, sent]).toEqual([[5_000, 'left', 0], []]);
});

test('a search that begins after a cancelled one is renewed, and of no age', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await searches.join(ann, 5_000);
  isMatching = true;
  await searches.leave(ann);
  isMatching = false;
  vi.setSystemTime(Date.now() + 10_000);
  await searches.join(ann, 5_000);
  await searches.keepAlive();
  expect([queued, renewed]).toEqual([[5_000, 'left', 5_000], [ann]]);
  expect(joined[1]?.waitedMs).toBe(0);
});

test('a match whose game begins during a renewal is opened', async () => {
  await searches.join(ann, 0);
  hasSearch = false;
  known = [{}, match];
  await searches.keepAlive();
  expect(announced).toEqual([ann]);
});

test('requests of a user reach the queue in their order, also when the first is slow', async () => {
  let respond: () => void = () => undefined;
  joins = [() => new Promise((resolve) => (respond = resolve))];
  const requests = [searches.join(ann, 5_000), searches.leave(ann), searches.join(ann, 0)];
  await new Promise(setImmediate);
  respond();
  await Promise.all(requests);
  expect(queued).toEqual([5_000, 'left', 0]);
});

test('a join that fails leaves the queue before the next one', async () => {
  joins = [() => Promise.reject(new AppError('SERVICE_UNAVAILABLE'))];
  const failed = searches.join(ann, 5_000);
  const next = searches.join(ann, 0);
  await expect(failed).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
  await next;
  expect(queued).toEqual(['left', 0]);
});

test('requests name their search, so that a join that arrives after its leave begins none', async () => {
  joins = [() => Promise.reject(new AppError('SERVICE_UNAVAILABLE'))];
  await expect(searches.join(ann, 5_000)).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
  await searches.join(ann, 5_000);
  await searches.leave(ann);
  const [failed, left, joined, leftNext] = searchIds;
  expect([left, leftNext]).toEqual([failed, joined]);
  expect(joined).not.toBe(failed);
});

test('a search goes on when the change of its bet is rejected', async () => {
  await searches.join(ann, 5_000);
  joins = [() => Promise.reject(new AppError('INSUFFICIENT_COINS', { coins: 1_000_000 }))];
  await expect(searches.join(ann, 1_000_000)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  await searches.keepAlive();
  expect(renewed).toEqual([ann]);
  expect(await searches.leave(ann)).toMatchObject({ status: 'left', betAmount: 5_000 });
});

test('a search that was matched during a rejected change of its bet is over', async () => {
  await searches.join(ann, 5_000);
  joins = [
    async () => {
      events.emit('match', ann, match);
      throw new AppError('ALREADY_IN_GAME');
    },
  ];
  await expect(searches.join(ann, 0)).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  await searches.keepAlive();
  expect([announced, renewed]).toEqual([[ann], []]);
});

test('a search of which it is unknown whether its bet was changed is left, and not renewed', async () => {
  await searches.join(ann, 5_000);
  joins = [() => Promise.reject(new AppError('SERVICE_UNAVAILABLE'))];
  leaves.set(ann, Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
  await expect(searches.join(ann, 0)).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
  await new Promise(setImmediate);
  await searches.keepAlive();
  expect(renewed).toEqual([]);
});

test('a search that could not be left when its player entered a room is left with the next renewal', async () => {
  await searches.join(ann, 5_000);
  leaves.set(ann, Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
  await searches.abandon(ann);
  leaves.clear();
  await searches.keepAlive();
  expect([queued, renewed]).toEqual([[5_000, 'left'], []]);
});

test('a search that could not be left when its player entered a room does not end the next one', async () => {
  await searches.join(ann, 5_000);
  leaves.set(ann, Promise.reject(new AppError('SERVICE_UNAVAILABLE')));
  await searches.abandon(ann);
  leaves.clear();
  await searches.join(ann, 5_000);
  await searches.keepAlive();
  expect([queued, renewed]).toEqual([[5_000, 5_000], [ann]]);
});

test.each([
  ['a room', { room: { participants: [] } }, 'left'],
  ['a room to watch its game', { ...match, game: { ...match.game, xPlayerId: bob } }, 'left'],
  ['the room of a match that is being made', { room: { ...match.room, gameId: 'g1' } }, 'waiting'],
  ['a room with a computer player', { room: { participants: [{ userId: 'player_1' }] } }, 'waiting'],
])('a search of a player who reconnects in %s is then %s', async (_, room, status) => {
  known = [room];
  for (const find of [async () => searches.resume(ann), async () => events.emit('room', ann, room)]) {
    await searches.join(ann, 5_000);
    await find();
    await new Promise(setImmediate);
  }
  expect(queued).toEqual(status === 'left' ? [5_000, 'left', 5_000, 'left'] : [5_000, 5_000]);
});

test('a search ends when its player has been offline for 10 s, although their lease lasted as long', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await searches.join(ann, 0);
  const closedAt = new Date(Date.now() + 1_000);
  disconnected = [ann];
  vi.setSystemTime(Number(closedAt) + 9_999);
  offlineSince.set(ann, closedAt);
  await searches.keepAlive();
  vi.setSystemTime(Number(closedAt) + 10_000);
  await searches.keepAlive();
  expect(queued).toEqual([0, 'left']);
});

test('an abandoned search that is left slowly delays neither another nor the renewals', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const userId of [ann, bob, cat]) await searches.join(userId, 0);
  disconnected = [ann, bob];
  await searches.keepAlive();
  vi.setSystemTime(Date.now() + 10_000);
  [renewed.length, queued.length] = [0, 0];
  let leave: () => void = () => undefined;
  leaves.set(ann, new Promise((resolve) => (leave = resolve)));
  const pass = searches.keepAlive();
  await new Promise(setImmediate);
  expect([queued, renewed]).toEqual([['left'], [cat]]);
  leave();
  await pass;
  expect(queued).toEqual(['left', 'left']);
});

test('the end of a search that arrives late does not end the next one', async () => {
  const timeout = { bet: 0, code: 'TIMEOUT' };
  await searches.join(ann, 0);
  events.emit('searchEnded', ann, timeout);
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
  hasSearch = false;
  events.emit('searchEnded', ann, timeout);
  await new Promise(setImmediate);
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'stopped' }]);
});

/** Begins a search that the matchmaker ends. */
async function searchUntil(ended: { bet: QuickMatchBet; code: string; stakeLimit?: object }): Promise<void> {
  await searches.join(ann, ended.bet);
  await new Promise(setImmediate);
  hasSearch = false;
  events.emit('searchEnded', ann, ended);
  await new Promise(setImmediate);
}

test('the error that ends a search for lack of coins names the coins that its bet requires', async () => {
  for (const bet of [5_000, 1_000_000] as const) {
    await searchUntil({ bet, code: 'INSUFFICIENT_COINS' });
    expect(sent.at(-1)).toMatchObject({ type: 'matchmaking_error', details: { coins: bet } });
  }
});

test('the error that ends a search for its bet names the limit of the player', async () => {
  const stakeLimit = { coins: 20_000, games: 5, opponents: 3 };
  const error = { type: 'matchmaking_error', code: 'STAKE_LIMIT', details: stakeLimit };
  await searchUntil({ bet: 1_000_000, code: 'STAKE_LIMIT', stakeLimit });
  expect(sent).toMatchObject([error]);
  await searches.join(ann, 1_000_000);
  joins = [() => Promise.reject(new AppError('STAKE_LIMIT', stakeLimit))];
  await searches.keepAlive();
  expect(sent).toMatchObject([error, error]);
});

test('a search that the queue does not take again for lack of coins names the coins', async () => {
  await searches.join(ann, 1_000_000);
  hasSearch = false;
  joins = [() => Promise.reject(new AppError('INSUFFICIENT_COINS', { coins: 1_000_000 }))];
  await searches.keepAlive();
  expect(sent).toMatchObject([{ code: 'INSUFFICIENT_COINS', details: { coins: 1_000_000 } }]);
});

test('the end of a search that the queue cannot confirm waits for the next renewal', async () => {
  await searches.join(ann, 5_000);
  await new Promise(setImmediate);
  isQueueDown = true;
  events.emit('searchEnded', ann, { bet: 5_000, code: 'TIMEOUT' });
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
  [isQueueDown, hasSearch] = [false, false];
  await searches.keepAlive();
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'left', betAmount: 5_000 }]);
});

test('a search that the queue does not take again does not end the next one', async () => {
  await searches.join(ann, 5_000);
  hasSearch = false;
  joins = [
    async () => {
      await searches.join(ann, 0);
      throw new AppError('INSUFFICIENT_COINS', { coins: 5_000 });
    },
  ];
  await searches.keepAlive();
  hasSearch = true;
  await searches.keepAlive();
  expect([sent, renewed]).toEqual([[], [ann, ann]]);
});

test('a search that began at another gateway has its bet here', async () => {
  expect(await searches.resume(ann)).toMatchObject({ status: 'waiting', betAmount: 5_000 });
  isOffered = true;
  await searches.keepAlive();
  expect(sent).toMatchObject([{ status: 'waiting', betAmount: 5_000, computerOffered: true }]);
  expect(await searches.leave(ann)).toMatchObject({ status: 'left', betAmount: 5_000 });
});

test('a search that is cancelled at a gateway that does not know it has its bet nevertheless', async () => {
  expect(await searches.leave(ann)).toMatchObject({ status: 'left', betAmount: 5_000 });
  hasSearch = false;
  expect(await searches.leave(ann)).toMatchObject({ status: 'left', betAmount: 0 });
});

test('a client that reconnects receives its search, and the offer of a computer player', async () => {
  await searches.join(ann, 5_000);
  expect(await searches.resume(ann)).toEqual({
    ...{ status: 'waiting', betAmount: 5_000, message: 'Looking for an opponent...' },
  });
  isOffered = true;
  await searches.keepAlive();
  expect(await searches.resume(ann)).toMatchObject({ status: 'waiting', computerOffered: true });
});

test('a search that begins anew is entered again without the computer player that an earlier one accepted', async () => {
  await searches.join(ann, 5_000, true);
  await searches.join(ann, 5_000);
  hasSearch = false;
  await searches.keepAlive();
  expect(joined.map(({ computer }) => computer)).toEqual([true, false, false]);
});

test('a client that reconnects without a search receives none', async () => {
  hasSearch = false;
  expect(await searches.resume(ann)).toBeUndefined();
});

test('a client that reconnects during a request receives the search after it', async () => {
  hasSearch = false;
  joins = [async () => void (hasSearch = true)];
  const join = searches.join(ann, 5_000);
  expect(await searches.resume(ann)).toMatchObject({ status: 'waiting', betAmount: 5_000 });
  await join;
});

test("a cancelled search is ended at the player's other sockets, but not a second time", async () => {
  await searches.join(ann, 5_000);
  await searches.leave(ann);
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'left', betAmount: 5_000 }]);
  hasSearch = false;
  await searches.leave(ann);
  await searches.join(ann, 5_000);
  await searches.leave(ann, connection);
  expect(sent).toHaveLength(1);
});

test('a search that was cancelled at another gateway is ended with its next renewal', async () => {
  await searches.resume(ann);
  hasSearch = false;
  await searches.keepAlive();
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'left', betAmount: 5_000 }]);
});

test('a search whose match was over before its player saw it is ended, and not entered again', async () => {
  await searches.join(ann, 5_000);
  [hasSearch, known] = [false, [{ ...match, game: { ...match.game, status: Status.ABANDONED } }]];
  await searches.keepAlive();
  expect(queued).toEqual([5_000]);
  expect(sent).toMatchObject([{ type: 'matchmaking_response', status: 'left', betAmount: 5_000 }]);
});

test('a search whose bet was changed at another gateway is entered again with that bet', async () => {
  await searches.join(ann, 1_000_000);
  await searches.keepAlive();
  hasSearch = false;
  await searches.keepAlive();
  expect(queued).toEqual([1_000_000, 5_000]);
});

test('a search that the queue lost is entered again with its age, also one that began at another gateway', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  waitedMs = 30_000;
  await searches.resume(ann);
  hasSearch = false;
  vi.setSystemTime(Date.now() + 10_000);
  await searches.keepAlive();
  await searches.join(ann, 5_000);
  vi.setSystemTime(Date.now() + 20_000);
  // A computer player is accepted before the renewal that finds the loss.
  await searches.join(ann, 5_000, true);
  await searches.keepAlive();
  expect(joined.map(({ reentry = false }) => reentry)).toEqual([true, false, false, true]);
  expect(joined.map((request) => request.waitedMs)).toEqual([40_000, 0, 20_000, 20_000]);
});

test('the offer of a search reaches the sockets of a gateway that knew an earlier search', async () => {
  [bet, isOffered] = [1_000_000, true];
  await searches.join(ann, 1_000_000);
  await searches.keepAlive();
  bet = 5_000;
  await searches.keepAlive();
  await searches.keepAlive();
  expect(sent).toMatchObject([1_000_000, 5_000].map((betAmount) => ({ betAmount, computerOffered: true })));
});

test('a search that begins at another gateway is renewed, offered and ended here, too', async () => {
  events.emit('searchBegan', ann, { bet: 5_000, computer: false });
  isOffered = true;
  await searches.keepAlive();
  expect(renewed).toEqual([ann]);
  hasSearch = false;
  await searches.keepAlive();
  expect(sent).toMatchObject([
    { status: 'waiting', betAmount: 5_000, computerOffered: true },
    { status: 'left', betAmount: 5_000 },
  ]);
});

test('the beginning of an earlier search that arrives during a request changes nothing', async () => {
  joins = [async () => void events.emit('searchBegan', ann, { bet: 1_000_000, computer: false })];
  await searches.join(ann, 0);
  hasSearch = false;
  await searches.keepAlive();
  expect(queued).toEqual([0, 0]);
});

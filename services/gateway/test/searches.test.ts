import { EventEmitter } from 'node:events';
import { toUserId } from '@fifteen/domain';
import { Status } from '@fifteen/proto/game';
import { SearchStatus } from '@fifteen/proto/matchmaking';
import { AppError } from '@fifteen/runtime';
import { beforeEach, expect, test } from 'vitest';
import { Searches } from '../src/matchmaking/searches.ts';

const ann = toUserId('ann');
const match = { room: { id: 'r1', participants: [] }, game: { status: Status.ACTIVE, xPlayerId: ann } };

/** What room knows of the player, one response after the other; the last one stays. */
let known: object[];
let announced: string[];
let hasSearch: boolean;
let searches: Searches;
/** What reaches the queue, in order. */
let queued: (number | 'left')[];
/** Responds to joins; each waits for its own. */
let joins: (() => Promise<void>)[];
let sent: { type: string }[];
let events: EventEmitter;

beforeEach(() => {
  [known, announced, hasSearch] = [[{}], [], true];
  [queued, joins, sent, events] = [[], [], [], new EventEmitter()];
  searches = new Searches({
    clients: {
      matchmaking: {
        join: async ({ bet, reentry }: { bet: number; reentry?: boolean }) => {
          await joins.shift()?.();
          queued.push(bet);
          return { status: reentry ? SearchStatus.OVER : SearchStatus.WAITING };
        },
        leave: async () => {
          queued.push('left');
          return { matched: false };
        },
        keepAlive: async () => ({ absentUserIds: hasSearch ? [] : [ann], offeredUserIds: [] }),
      },
      room: { getCurrentRoom: async () => (known.length > 1 ? known.shift() : known[0]) },
    },
    connections: { of: () => new Set([{ send: (message: { type: string }) => sent.push(message) }]) },
    notifications: { events },
    presence: { connectedAmong: async () => new Set() },
    limits: { action: async () => undefined },
    announce: async (userId: string) => void announced.push(userId),
    log: { info: () => undefined, error: () => undefined },
  } as unknown as ConstructorParameters<typeof Searches>[0]);
});

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

import { EventEmitter } from 'node:events';
import { toUserId } from '@fifteen/domain';
import { Status } from '@fifteen/proto/game';
import { SearchStatus } from '@fifteen/proto/matchmaking';
import { beforeEach, expect, test } from 'vitest';
import { Searches } from '../src/matchmaking/searches.ts';

const ann = toUserId('ann');
const match = { room: { id: 'r1', participants: [] }, game: { status: Status.ACTIVE, xPlayerId: ann } };

/** What room knows of the player, one response after the other; the last one stays. */
let known: object[];
let announced: string[];
let hasSearch: boolean;
let searches: Searches;

beforeEach(() => {
  [known, announced, hasSearch] = [[{}], [], true];
  searches = new Searches({
    clients: {
      matchmaking: {
        join: async ({ reentry }: { reentry?: boolean }) => ({
          status: reentry ? SearchStatus.OVER : SearchStatus.WAITING,
        }),
        leave: async () => ({ matched: false }),
        keepAlive: async () => ({ absentUserIds: hasSearch ? [] : [ann], offeredUserIds: [] }),
      },
      room: { getCurrentRoom: async () => (known.length > 1 ? known.shift() : known[0]) },
    },
    connections: { of: () => new Set([{ send: () => undefined }]) },
    notifications: { events: new EventEmitter() },
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

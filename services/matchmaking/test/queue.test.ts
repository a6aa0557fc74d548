import { toUserId, type QuickMatchBet, type UserId } from '@fifteen/domain';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Queue } from '../src/queue/queue.ts';
import { openQueues } from './queues.ts';

const ann = toUserId('ann');
const opened = openQueues();
const { queues } = opened;

/** Enters users into the queue one after the other. Two who enter within one millisecond have no order. */
async function enter(queue: Queue, bet: QuickMatchBet, ...userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    await queue.enqueue(toUserId(userId), bet);
    await sleep(2);
  }
}

describe('the queue', () => {
  test('pairs the two who wait longest for the same bet', async () => {
    const [queue] = queues();
    await enter(queue, 5_000, 'cid');
    await enter(queue, 1_000_000, 'rich');
    await enter(queue, 5_000, 'bob', 'ann');
    expect((await queue.pair(5_000))?.userIds).toEqual(['cid', 'bob']);
    expect(await queue.pair(5_000)).toBeUndefined();
    expect(await queue.pair(1_000_000)).toBeUndefined();
  });

  test('never pairs a user with themselves after repeated entries', async () => {
    const [queue] = queues();
    for (let i = 0; i < 5; i += 1) await queue.enqueue(ann, 0);
    expect(await queue.pair(0)).toBeUndefined();
  });

  test('moves a user who chooses another bet', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 0);
    await queue.enqueue(ann, 5_000);
    await queue.enqueue(toUserId('bob'), 0);
    expect(await queue.pair(0)).toBeUndefined();
    await queue.enqueue(toUserId('cid'), 5_000);
    expect((await queue.pair(5_000))?.userIds).toEqual(['ann', 'cid']);
  });

  test('matches the same two again only when no other player waits', async () => {
    const [queue] = queues();
    await enter(queue, 0, 'cid', 'bob');
    const first = await queue.pair(0);
    await queue.commit(first?.matchId ?? '');
    await enter(queue, 0, 'cid', 'bob', 'ann');
    const second = await queue.pair(0);
    expect(second?.userIds).toEqual(['cid', 'ann']);
    await queue.commit(second?.matchId ?? '');
    await queue.cancel(toUserId('bob'));
    await enter(queue, 0, 'cid', 'ann');
    expect((await queue.pair(0))?.userIds.toSorted()).toEqual(['ann', 'cid']);
  });

  test('spares both players their last opponent, also when only one of them has met another since', async () => {
    const [queue] = queues();
    const [ann, bob, cid, dan] = ['ann', 'bob', 'cid', 'dan'].map(toUserId) as [
      UserId,
      UserId,
      UserId,
      UserId,
    ];
    const meet = async (...users: [UserId, UserId]) => {
      await enter(queue, 0, ...users);
      const pair = await queue.pair(0);
      expect(pair?.userIds).toEqual(users);
      await queue.commit(pair?.matchId ?? '');
    };
    await meet(ann, bob);
    await meet(ann, cid);
    await enter(queue, 0, ann, bob, cid);
    const third = await queue.pair(0);
    expect(third?.userIds).toEqual([bob, cid]);
    await queue.requeue(third?.matchId ?? '', [bob, cid]);
    await enter(queue, 0, dan);
    expect((await queue.pair(0))?.userIds).toEqual([ann, dan]);
  });

  test('never pairs two users with a block between them, whichever search knows of it', async () => {
    const [queue, other] = queues();
    const [impatient] = queues({ botAfterMs: 1 });
    await queue.enqueue(ann, 0);
    for (const other of ['bob', 'cid']) await queue.keepApart(ann, toUserId(other));
    await queue.enqueue(toUserId('bob'), 0);
    await other.enqueue(toUserId('cid'), 0);
    expect((await other.pair(0))?.userIds).toEqual(['bob', 'cid']);
    await other.enqueue(toUserId('dan'), 0);
    await other.keepApart(toUserId('dan'), ann);
    expect(await queue.pair(0)).toBeUndefined();
    await sleep(5);
    const alone = [await impatient.pair(0), await impatient.pair(0)].map((pair) => pair?.userIds);
    expect(alone).toEqual([
      ['ann', expect.stringMatching(/^player_/)],
      ['dan', expect.stringMatching(/^player_/)],
    ]);
    expect(await queue.pair(0)).toBeUndefined();
  });

  test('may pair them in a search that begins after the block ended', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 0);
    await queue.keepApart(ann, toUserId('bob'));
    await queue.enqueue(toUserId('bob'), 0);
    expect(await queue.pair(0)).toBeUndefined();
    await queue.cancel(ann);
    await queue.enqueue(ann, 0);
    expect((await queue.pair(0))?.userIds.toSorted()).toEqual(['ann', 'bob']);
  });

  test('returns `matched` to a user who cancels too late', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 0);
    await queue.enqueue(toUserId('bob'), 0);
    await queue.pair(0);
    expect(await queue.cancel(ann)).toMatchObject({ state: 'matched' });
    expect(await queue.enqueue(ann, 5_000)).toBe('matched');
  });

  test('returns `matched` to a user who cancels when the match has just been made, until the next search', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 0);
    await queue.enqueue(toUserId('bob'), 0);
    await queue.commit((await queue.pair(0))?.matchId ?? '');
    expect(await queue.cancel(ann)).toEqual({ state: 'matched', bet: undefined });
    await queue.enqueue(ann, 0);
    expect(await queue.cancel(ann)).toEqual({ state: 'left', bet: 0 });
    expect(await queue.cancel(ann)).toEqual({ state: 'left', bet: undefined });
  });

  test.each<[string, (queue: Queue) => Promise<unknown>]>([
    ['was cancelled', (queue) => queue.cancel(ann)],
    ['timed out', (queue) => queue.expire(0)],
    [
      'came to a match',
      async (queue) => {
        await queue.enqueue(toUserId('bob'), 0);
        await queue.commit((await queue.pair(0))?.matchId ?? '');
      },
    ],
    [
      'can come to no match',
      async (queue) => {
        await queue.enqueue(toUserId('bob'), 0);
        await queue.requeue((await queue.pair(0))?.matchId ?? '', [toUserId('bob')]);
      },
    ],
  ])('enters no search again that %s, but does the next one', async (why, end) => {
    const [queue] = queues(why === 'timed out' ? { searchMs: 1 } : {});
    const reenter = () => queue.enqueue(ann, 0, { isReentry: true });
    await queue.enqueue(ann, 0);
    await opened.redis.flushdb();
    expect(await reenter()).toBe('waiting');
    await sleep(3);
    await end(queue);
    expect(await reenter()).toBe('over');
    expect(await queue.enqueue(ann, 0)).toBe('waiting');
    expect(await reenter()).toBe('waiting');
  });

  test('keeps the newest search of a user whose earlier one a gateway enters again', async () => {
    const [queue, other] = queues();
    await queue.enqueue(ann, 1_000_000);
    await queue.cancel(ann);
    await other.enqueue(ann, 5_000);
    expect(await queue.enqueue(ann, 1_000_000, { isReentry: true })).toBe('waiting');
    expect((await queue.keepAlive([ann])).searches).toMatchObject([{ userId: ann, bet: 5_000 }]);
    await queue.enqueue(toUserId('rich'), 1_000_000);
    expect(await queue.pair(1_000_000)).toBeUndefined();
  });

  test('gives an unfinished match to another replica, and its players their old places', async () => {
    const [one, two] = queues();
    const [crashing] = queues({ leaseMs: 1 });
    await one.enqueue(ann, 0);
    await one.enqueue(toUserId('bob'), 0);
    const leased = await one.pair(0);
    expect(await two.reclaim()).toBeUndefined();
    await one.requeue(leased?.matchId ?? '', [ann, toUserId('bob')]);
    const pair = await crashing.pair(0);
    await sleep(5);
    expect(await two.reclaim()).toEqual(pair);
    expect(await two.reclaim()).toBeUndefined();
    await two.enqueue(toUserId('cid'), 0);
    await two.requeue(pair?.matchId ?? '', [ann]);
    expect((await two.pair(0))?.userIds).toEqual(['ann', 'cid']);
    expect((await one.keepAlive([toUserId('bob')])).absent).toEqual(['bob']);
  });

  test('skips a user whose socket has been silent, and ends the search when its time is over', async () => {
    const [queue] = queues();
    const [late] = queues({ searchMs: 1 });
    for (const user of ['gone', 'here']) await queue.enqueue(toUserId(user), 0);
    // Lets time pass for one socket, more than for any other on a machine that stands still.
    await opened.redis.hincrby('{mm}:user:gone', 'seen', -60_000);
    await sleep(5);
    expect(await queue.pair(0)).toBeUndefined();
    await queue.enqueue(toUserId('bob'), 0);
    expect((await queue.pair(0))?.userIds).toEqual(['here', 'bob']);
    expect(await queue.expire(0)).toEqual([]);
    expect(await late.expire(0)).toEqual(['gone']);
    expect(await late.expire(0)).toEqual([]);
  });

  test('pairs no user for the bet of an earlier search whose entry outlived it', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 1_000_000);
    // During an outage of the service, the search expires in Redis, and its entry does not.
    await opened.redis.del('{mm}:user:ann');
    await queue.enqueue(ann, 5_000);
    await queue.enqueue(toUserId('rich'), 1_000_000);
    expect(await queue.pair(1_000_000)).toBeUndefined();
    expect(await opened.redis.zrange('{mm}:queue:1000000', 0, '-1')).toEqual(['rich']);
    await queue.enqueue(toUserId('bob'), 5_000);
    expect((await queue.pair(5_000))?.userIds).toEqual(['ann', 'bob']);
  });

  test.each(['waits', 'is being matched'])(
    'ends no search that %s because of the entry of an earlier one',
    async (state) => {
      const [queue] = queues();
      const [late] = queues({ searchMs: 1 });
      await queue.enqueue(ann, 1_000_000);
      await opened.redis.del('{mm}:user:ann');
      await queue.enqueue(ann, 5_000);
      if (state === 'is being matched') {
        await queue.enqueue(toUserId('bob'), 5_000);
        await queue.pair(5_000);
      }
      await sleep(5);
      expect(await late.expire(1_000_000)).toEqual([]);
      expect(await opened.redis.zcard('{mm}:queue:1000000')).toBe(0);
      const { searches } = await queue.keepAlive([ann]);
      expect(searches).toMatchObject([{ userId: 'ann', bet: 5_000 }]);
    },
  );

  test('ends a search whose entry outlived it, at its time', async () => {
    const [queue] = queues({ searchMs: 1 });
    await queue.enqueue(ann, 5_000);
    await opened.redis.del('{mm}:user:ann');
    await sleep(5);
    expect(await queue.expire(5_000)).toEqual(['ann']);
  });

  test('brings a computer player to a friendly search that lasted long enough', async () => {
    const [early] = queues({ botAfterMs: 60_000 });
    const [queue] = queues({ botAfterMs: 1 });
    await queue.enqueue(ann, 0);
    expect(await early.pair(0)).toBeUndefined();
    await sleep(5);
    expect((await queue.keepAlive([ann])).offered).toEqual([]);
    const pair = await queue.pair(0);
    expect(pair?.userIds[0]).toBe('ann');
    expect(pair?.userIds[1]).toMatch(/^player_/);
    expect(await queue.cancel(ann)).toMatchObject({ state: 'matched' });
  });

  test('brings a computer player to a search for coins only after the player accepted it', async () => {
    const [early] = queues({ botAfterMs: 60_000 });
    const [queue] = queues({ botAfterMs: 1 });
    await queue.enqueue(ann, 5_000);
    await queue.enqueue(toUserId('bob'), 5_000);
    await queue.keepApart(toUserId('bob'), ann);
    expect((await early.keepAlive([ann, toUserId('bob')])).offered).toEqual([]);
    await sleep(5);
    expect((await queue.keepAlive([ann, toUserId('bob')])).offered).toEqual(['ann', 'bob']);
    expect(await queue.pair(5_000)).toBeUndefined();
    expect(await queue.enqueue(toUserId('bob'), 5_000, { computer: true })).toBe('waiting');
    expect((await queue.keepAlive([ann, toUserId('bob')])).offered).toEqual(['ann']);
    expect((await queue.pair(5_000))?.userIds).toEqual(['bob', expect.stringMatching(/^player_/)]);
    expect(await queue.pair(5_000)).toBeUndefined();
    await queue.enqueue(toUserId('cid'), 5_000);
    expect((await queue.pair(5_000))?.userIds).toEqual(['ann', 'cid']);
  });

  test('brings a player who accepted a computer player no person for coins, however many search', async () => {
    const [queue] = queues({ botAfterMs: 1 });
    await queue.enqueue(ann, 5_000, { computer: true });
    await queue.enqueue(toUserId('bob'), 5_000);
    await queue.enqueue(toUserId('cid'), 5_000);
    await sleep(5);
    expect((await queue.pair(5_000))?.userIds).toEqual(['ann', expect.stringMatching(/^player_/)]);
    expect((await queue.pair(5_000))?.userIds).toEqual(['bob', 'cid']);
  });

  test('brings a player who accepted a computer player no person for coins, also before its time', async () => {
    const [queue] = queues({ botAfterMs: 30_000 });
    await queue.enqueue(ann, 5_000, { computer: true });
    await queue.enqueue(toUserId('bob'), 5_000);
    expect(await queue.pair(5_000)).toBeUndefined();
    await queue.enqueue(toUserId('cid'), 5_000);
    expect((await queue.pair(5_000))?.userIds).toEqual(['bob', 'cid']);
    expect(await queue.pair(5_000)).toBeUndefined();
  });

  test('brings the computer player at once to a player who accepted it in a search that the queue lost', async () => {
    const [queue] = queues({ botAfterMs: 30_000 });
    await queue.enqueue(ann, 5_000, { computer: true, waitedMs: 29_000 });
    expect(await queue.pair(5_000)).toBeUndefined();
    await queue.enqueue(toUserId('bob'), 5_000, { computer: true, waitedMs: 59_000 });
    expect((await queue.pair(5_000))?.userIds).toEqual(['bob', expect.stringMatching(/^player_/)]);
  });

  test('pairs players behind many who accepted a computer player and wait for it', async () => {
    const [queue] = queues({ botAfterMs: 30_000 });
    const accepted = Array.from({ length: 100 }, (_, i) => toUserId(`u${i}`));
    await Promise.all(accepted.map((userId) => queue.enqueue(userId, 5_000, { computer: true })));
    await sleep(2);
    await enter(queue, 5_000, 'bob', 'cid');
    expect((await queue.pair(5_000))?.userIds).toEqual(['bob', 'cid']);
  });

  test('shortens no search that its player accepts a computer player in, however old it is said to be', async () => {
    const [queue] = queues({ botAfterMs: 20_000 });
    await queue.enqueue(ann, 5_000, { waitedMs: 59_000 });
    await queue.enqueue(toUserId('bob'), 5_000, { computer: true, waitedMs: 3_600_000 });
    await queue.enqueue(toUserId('cid'), 5_000, { computer: true, waitedMs: -3_600_000 });
    const { searches } = await queue.keepAlive([ann, toUserId('bob'), toUserId('cid')]);
    const ages = searches.map(({ waitedMs }) => waitedMs);
    expect(ages[0]).toBeLessThan(20_000);
    expect(ages[1]).toBeGreaterThanOrEqual(20_000);
    expect(ages[1]).toBeLessThan(40_000);
    expect(ages[2]).toBeLessThan(20_000);
    expect(await queue.expire(5_000)).toEqual([]);
  });

  test('brings no computer player to a new search because the player accepted one in an earlier search', async () => {
    const [queue] = queues({ botAfterMs: 1 });
    await queue.enqueue(ann, 5_000, { computer: true, searchId: 'a' });
    await queue.enqueue(ann, 5_000, { searchId: 'b' });
    await sleep(5);
    expect(await queue.pair(5_000)).toBeUndefined();
    expect((await queue.keepAlive([ann])).offered).toEqual(['ann']);
  });

  test('ends a search by its id, and no other of its user', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 5_000, { searchId: 'b' });
    expect(await queue.cancel(ann, 'a', true)).toMatchObject({ state: 'left' });
    expect((await queue.keepAlive([ann])).absent).toEqual([]);
    expect(await queue.cancel(ann, 'b', true)).toEqual({ state: 'left', bet: 5_000 });
    expect((await queue.keepAlive([ann])).absent).toEqual(['ann']);
  });

  test('returns the bet of a search that waits, is being matched, or is cancelled', async () => {
    const [queue] = queues();
    const bob = toUserId('bob');
    await queue.enqueue(ann, 5_000);
    await queue.enqueue(bob, 0);
    const searches = [
      { userId: ann, bet: 5_000 },
      { userId: bob, bet: 0 },
    ];
    expect(await queue.keepAlive([ann, toUserId('cid'), bob])).toMatchObject({ searches });
    expect(await queue.cancel(bob)).toEqual({ state: 'left', bet: 0 });
    expect(await queue.cancel(bob)).toEqual({ state: 'left', bet: undefined });
    await queue.enqueue(bob, 5_000);
    await queue.pair(5_000);
    expect((await queue.keepAlive([ann])).searches).toMatchObject([{ userId: ann, bet: 5_000 }]);
    expect(await queue.cancel(ann)).toEqual({ state: 'matched', bet: 5_000 });
  });

  test('returns users who are in no queue, so that a search survives a Redis that lost its data', async () => {
    const [queue] = queues();
    await queue.enqueue(ann, 0);
    expect((await queue.keepAlive([ann, toUserId('bob')])).absent).toEqual(['bob']);
    await opened.redis.flushall();
    expect((await queue.keepAlive([ann, toUserId('bob')])).absent).toEqual(['ann', 'bob']);
  });

  test('ends a search that was entered again 60 s after its beginning, and matches the oldest first', async () => {
    const [queue] = queues();
    const enter = (name: string, waitedMs: number) =>
      queue.enqueue(toUserId(name), 5_000, { isReentry: true, waitedMs });
    await enter('bob', 10_000);
    await enter('ann', 59_000);
    await enter('cid', 3_600_000);
    await enter('dan', -3_600_000);
    const { searches } = await queue.keepAlive([ann, toUserId('dan')]);
    expect(searches[0]?.waitedMs).toBeGreaterThanOrEqual(59_000);
    expect(searches[1]?.waitedMs).toBeLessThan(30_000);
    expect(await queue.expire(5_000)).toEqual(['cid']);
    expect((await queue.pair(5_000))?.userIds).toEqual(['ann', 'bob']);
  });
});

/** What two replicas do at random; the model below says what may come of it. */
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('enqueue' as const),
      user: fc.nat(7),
      bet: fc.constantFrom(0 as const, 5_000 as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cancel' as const), user: fc.nat(7) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('pair' as const),
      bet: fc.constantFrom(0 as const, 5_000 as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('commit' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('requeue' as const), pick: fc.nat() }) },
);

test('two concurrent replicas put no user into two matches, and no matched user still waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { maxLength: 15 }),
      async (rounds) => {
        await opened.redis.flushdb();
        const both = queues();
        const leased = new Map<string, UserId[]>();
        for (const round of rounds) {
          const before = [...leased.keys()];
          await Promise.all(
            round.map(async (step, index) => {
              const queue = both[index % 2]!;
              if (step.act === 'enqueue') await queue.enqueue(toUserId(`u${step.user}`), step.bet);
              if (step.act === 'cancel') await queue.cancel(toUserId(`u${step.user}`));
              if (step.act === 'pair') {
                const pair = await queue.pair(step.bet);
                if (pair) leased.set(pair.matchId, pair.userIds);
              }
              if (step.act === 'commit' || step.act === 'requeue') {
                const match = before[step.pick % Math.max(before.length, 1)];
                const users = match && leased.get(match);
                if (!match || !users) return;
                leased.delete(match);
                await (step.act === 'commit' ? queue.commit(match) : queue.requeue(match, users));
              }
            }),
          );
          const busy: string[] = [...leased.values()].flat();
          expect(new Set(busy).size).toBe(busy.length);
          const waiting = (
            await Promise.all([0, 5_000].map((bet) => opened.redis.zrange(`{mm}:queue:${bet}`, 0, '-1')))
          ).flat();
          expect(new Set(waiting).size).toBe(waiting.length);
          expect(waiting.filter((user) => busy.includes(user))).toEqual([]);
        }
      },
    ),
    { numRuns: 150 },
  );
});

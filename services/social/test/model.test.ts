import type { UserId } from '@fifteen/domain';
import { scaled } from '@fifteen/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import { testHarness, outcomesOf, page, newUsers, newUserId, to, chatOf, type Social } from './harness.ts';

const USERS = 4;

const harness = testHarness();

/** One command of one of a few users to another, at one replica. */
const step = fc.record({
  act: fc.oneof(
    { weight: 20, arbitrary: fc.constant('ask' as const) },
    { weight: 14, arbitrary: fc.constant('accept' as const) },
    { weight: 7, arbitrary: fc.constant('reject' as const) },
    { weight: 20, arbitrary: fc.constant('write' as const) },
    { weight: 7, arbitrary: fc.constant('read' as const) },
    { weight: 7, arbitrary: fc.constant('remove' as const) },
    { weight: 7, arbitrary: fc.constant('block' as const) },
    { weight: 10, arbitrary: fc.constant('unblock' as const) },
    { weight: 1, arbitrary: fc.constant('leave' as const) },
  ),
  by: fc.nat(USERS - 1),
  of: fc.nat(USERS - 1),
  replica: fc.constantFrom(0 as const, 1 as const),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A walk in which every command succeeds once; random walks may miss one. */
const everyAct: Step[] = (
  [
    ['ask', 0, 1],
    ['accept', 1, 0],
    ['write', 0, 1],
    ['read', 1, 0],
    ['remove', 0, 1],
    ['block', 0, 1],
    ['unblock', 0, 1],
    ['ask', 2, 3],
    ['reject', 3, 2],
    ['leave', 0, 1],
  ] as const
).map(([act, by, of], at) => ({ act, by, of, replica: at % 2 === 0 ? 0 : 1 }));

/** How often each command succeeded, over all walks. */
const done = new Map<string, number>();

class Walk {
  readonly model = new Model();
  /** A deleted user is replaced by a new one. */
  readonly users = newUsers(USERS);
  readonly #requests = new Map<string, string>();
  #messageCount = 0;

  async take({ act, by: byIndex, of: ofIndex, replica }: Step): Promise<void> {
    const [by, of] = [this.users[byIndex]!, this.users[ofIndex]!];
    const social = harness.replicas[replica];
    if (act === 'leave') return this.#leave(byIndex);
    const [expected, outcome] = await this.#both(act, by, of, social);
    expect(outcome, act).toBe(expected);
    if (outcome === 'ok') done.set(act, (done.get(act) ?? 0) + 1);
  }

  async #both(
    act: Exclude<Step['act'], 'leave'>,
    by: UserId,
    of: UserId,
    social: Social,
  ): Promise<[string, string]> {
    const { model } = this;
    const key = [by, of].toSorted().join(' ');
    const tried = async (work: Promise<unknown>) => (await outcomesOf([work]))[0] ?? '';
    if (act === 'ask') {
      const expected = model.ask(by, of);
      const request = social.requestFriend(to(by, of));
      const outcome = await tried(request);
      if (outcome === 'ok') this.#requests.set(key, (await request).request.id);
      return [expected, outcome];
    }
    if (act === 'accept' || act === 'reject') {
      const accept = act === 'accept';
      const requestId = this.#requests.get(key) ?? newUserId();
      const answered = social.answerFriendRequest({ requestId, userId: by, accept });
      return [model.answer(by, of, accept), await tried(answered)];
    }
    if (act === 'write') {
      const text = `message ${(this.#messageCount += 1)}`;
      return [model.write(by, of, text), await tried(social.sendChat(chatOf(by, of, text)))];
    }
    const methods = { read: 'markRead', remove: 'removeFriend', block: 'block', unblock: 'unblock' } as const;
    return [model[act](by, of), await tried(social[methods[act]](to(by, of)))];
  }

  async #leave(which: number): Promise<void> {
    const user = this.users[which]!;
    this.model.leave(user);
    await harness.deleteUser(user);
    await expect
      .poll(
        async () => (await harness.sql.query(`SELECT FROM deleted_user WHERE user_id = $1`, [user])).rowCount,
      )
      .toBe(1);
    done.set('leave', (done.get('leave') ?? 0) + 1);
    await this.compare();
    this.users[which] = newUserId();
  }

  /** Compares all that any user can see with the model. */
  async compare(): Promise<void> {
    const { model, users: all } = this;
    for (const userId of all) {
      const otherIds = all.filter((other) => other !== userId);
      const social = harness.replicas[otherIds.length % 2 ? 0 : 1];
      const [{ friends }, { relations }, { requests }, { userIds }] = await Promise.all([
        social.listFriends(page(userId)),
        social.getRelations({ userId, otherIds }),
        social.listFriendRequests({ userId }),
        social.listBlocked({ userId }),
      ]);
      const friendIds = otherIds.filter((other) => model.areFriends(userId, other)).toSorted();
      expect(friends.map((friend) => [friend.userId, friend.unread])).toEqual(
        friendIds.map((other) => [other, model.unread(userId, other)]),
      );
      expect(relations).toEqual(
        otherIds.map((otherId) => ({
          otherId,
          friend: model.areFriends(userId, otherId),
          blocks: model.blocks(userId, otherId),
          blockedBy: model.blocks(otherId, userId),
          requestSent: model.hasSent(userId, otherId),
          requestReceived: model.asks(otherId, userId),
        })),
      );
      expect(requests.map(({ requesterId }) => requesterId).toSorted()).toEqual(
        otherIds.filter((other) => model.asks(other, userId)).toSorted(),
      );
      expect(userIds).toEqual(model.blockedBy(userId));
      for (const otherId of otherIds) {
        const { messages } = await social.listChat({ userId, otherId, before: '' });
        expect(messages.map(({ text }) => text)).toEqual(model.history(userId, otherId).slice(0, 50));
      }
    }
  }
}

test('random commands on two replicas agree with the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 100 }), async (steps) => {
      const walk = new Walk();
      for (const one of steps) await walk.take(one);
      await walk.compare();
    }),
    { numRuns: scaled(12), examples: [[everyAct]] },
  );
}, 600_000);

test('each command succeeded at least once in the walks', () => {
  for (const act of ['ask', 'accept', 'reject', 'write', 'read', 'remove', 'block', 'unblock', 'leave'])
    expect(done.get(act) ?? 0, act).toBeGreaterThan(0);
});

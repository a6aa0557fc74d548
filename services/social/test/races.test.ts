import type { UserId } from '@fifteen/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testHarness, outcomesOf, page, newUserId, newUsers, to, chatOf, befriend } from './harness.ts';

const harness = testHarness();
const ROUNDS = 20;
const at = (n: number) => harness.replicas[n % 2 === 0 ? 0 : 1];

/** Makes each call four times on two replicas, all concurrently. */
const atOnce = (...calls: ((n: number) => Promise<unknown>)[]) =>
  outcomesOf(calls.flatMap((call) => [0, 1, 2, 3].map((n) => call(n))));

const areFriends = async (ann: UserId, bob: string) =>
  (await harness.social.listFriends(page(ann))).friends.some(({ userId }) => userId === bob);

test('two concurrent requests of both users make one friendship and leave none pending', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    const outcomes = await atOnce(
      (n) => at(n).requestFriend(to(ann, bob)),
      (n) => at(n).requestFriend(to(bob, ann)),
    );
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(2);
    const others = outcomes.filter((code) => code !== 'ok');
    expect(others.every((code) => code === 'REQUEST_EXISTS' || code === 'ALREADY_FRIENDS')).toBe(true);
    expect(await areFriends(ann, bob)).toBe(true);
    for (const userId of [ann, bob])
      expect((await harness.social.listFriendRequests({ userId })).requests).toEqual([]);
    await expect
      .poll(() => [ann, bob].flatMap((userId) => harness.received(`user.${userId}`, 'friendRequest')).length)
      .toBe(2);
  }
});

test('a concurrent request and block leave a block and nothing else', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    const outcomes = await atOnce(
      (n) => at(n).requestFriend(to(ann, bob)),
      (n) => at(n + 1).block(to(bob, ann)),
    );
    expect(outcomes.slice(4)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const { relations } = await harness.social.getRelations({ userId: bob, otherIds: [ann] });
    expect(relations).toEqual([
      {
        otherId: ann,
        friend: false,
        blocks: true,
        blockedBy: false,
        requestSent: false,
        requestReceived: false,
      },
    ]);
  }
});

test('a request or block while another block is undone finds the pair', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    await harness.social.block(to(ann, bob));
    const outcomes = await atOnce(
      (n) => at(n).unblock(to(ann, bob)),
      (n) => at(n + 1).block(to(bob, ann)),
      (n) => at(n).unblock(to(bob, ann)),
      (n) => at(n + 1).requestFriend(to(ann, bob)),
    );
    expect(outcomes.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 'ok'));
    expect(outcomes).not.toContain('USER_NOT_FOUND');
  }
});

test('of a concurrent acceptance, rejection and block, one happens', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    const { id: requestId } = (await harness.social.requestFriend(to(ann, bob))).request;
    const answer = (accept: boolean) => (n: number) =>
      at(n).answerFriendRequest({ requestId, userId: bob, accept });
    const outcomes = await atOnce(answer(true), answer(false));
    const [accepted, rejected] = [outcomes.slice(0, 4), outcomes.slice(4)];
    const won = accepted.includes('ok');
    expect(accepted.every((code) => code === (won ? 'ok' : 'ALREADY_ANSWERED'))).toBe(true);
    expect(rejected.every((code) => code === (won ? 'ALREADY_ANSWERED' : 'ok'))).toBe(true);
    expect(await areFriends(ann, bob)).toBe(won);
  }
});

test('a message beside the end of a friendship is sent before it or rejected', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()] as [UserId, UserId];
    await befriend(harness.social, [ann, bob]);
    const [written] = await outcomesOf([
      at(0).sendChat(chatOf(ann, bob, 'last words')),
      at(1).block(to(bob, ann)),
    ]);
    const { messages } = await harness.social.listChat({ userId: bob, otherId: ann, before: '' });
    expect(messages).toHaveLength(written === 'ok' ? 1 : 0);
    expect(written).toMatch(/^(ok|BLOCKED)$/);
  }
});

test('deletions of users who are all friends make no transactions deadlock', async () => {
  const { sql, deleteUser } = harness;
  for (let round = 0; round < 5; round += 1) {
    const users = newUsers(20);
    await sql.query(
      `INSERT INTO relationship (low, high, friends_since)
       SELECT low, high, now() FROM unnest($1::text[]) AS low, unnest($1::text[]) AS high WHERE low < high COLLATE "C"`,
      [users],
    );
    await Promise.all(users.map((userId) => deleteUser(userId)));
    const deleted = () => sql.query(`SELECT FROM deleted_user WHERE user_id = ANY ($1)`, [users]);
    await expect.poll(async () => (await deleted()).rowCount, { timeout: 20_000 }).toBe(users.length);
  }
  // An idle connection reports to the statistics of Postgres once in 10 s.
  await sleep(11_000);
  const { rows } = await sql.query(
    `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 120_000);

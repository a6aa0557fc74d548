import { randomUUID } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { expect, onTestFinished, test } from 'vitest';
import { befriend, testHarness, outcomesOf, page, newUsers, newUserId, to, chatOf } from './harness.ts';

const harness = testHarness();
const pair = (): [UserId, UserId] => [newUserId(), newUserId()];

test('a block ends the friendship and pending requests; it can be repeated and undone', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  await befriend(social, [ann, bob]);
  await social.block(to(ann, bob));
  await social.block(to(ann, bob));
  expect((await social.listFriends(page(bob))).friends).toEqual([]);
  expect((await social.listBlocked({ userId: ann })).userIds).toEqual([bob]);
  expect((await social.listBlocked({ userId: bob })).userIds).toEqual([]);
  await expect.poll(() => harness.received(`user.${bob}`, 'friendsChanged').length).toBe(2);
  await social.unblock(to(ann, bob));
  await social.unblock(to(ann, bob));
  expect((await social.listBlocked({ userId: ann })).userIds).toEqual([]);
  expect((await social.listFriends(page(bob))).friends).toEqual([]);

  const [cid, dan] = pair();
  const { id: requestId } = (await social.requestFriend(to(cid, dan))).request;
  await social.block(to(cid, dan));
  expect((await social.listFriendRequests({ userId: dan })).requests).toEqual([]);
  for (const accept of [true, false])
    await expect(social.answerFriendRequest({ requestId, userId: dan, accept })).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
});

test('a block of a stranger that is undone leaves no row; requests, messages and the other block keep it', async () => {
  const { social, sql } = harness;
  const rowsOf = async (users: readonly UserId[]) =>
    (await sql.query(`SELECT FROM relationship WHERE (low, high) = ($1, $2)`, users.toSorted())).rowCount;
  const blockAndUnblock = async ([ann, bob]: [UserId, UserId]) => {
    await social.block(to(ann, bob));
    await social.unblock(to(ann, bob));
  };
  const strangers = pair();
  await blockAndUnblock(strangers);
  expect(await rowsOf(strangers)).toBe(0);
  await blockAndUnblock(strangers);
  await befriend(social, strangers);

  const [ann, bob] = pair();
  await social.block(to(bob, ann));
  await blockAndUnblock([ann, bob]);
  expect(await rowsOf([ann, bob])).toBe(1);
  await social.unblock(to(bob, ann));
  expect(await rowsOf([ann, bob])).toBe(0);

  const friends = pair();
  const [cid, dan] = friends;
  await befriend(social, friends);
  await social.sendChat(chatOf(cid, dan, 'hi'));
  await blockAndUnblock(friends);
  expect((await social.listChat({ userId: cid, otherId: dan, before: '' })).messages).toHaveLength(1);
});

test('rejects requests of a blocked user with BLOCKED, and of the blocking user with BLOCKED_BY_YOU', async () => {
  const { social } = harness;
  const [ann, bob, cid] = newUsers(3) as [UserId, UserId, UserId];
  await social.block(to(ann, bob));
  await expect(social.requestFriend(to(bob, ann))).rejects.toMatchObject({ code: 'BLOCKED' });
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'BLOCKED_BY_YOU' });
  await expect(social.block(to(ann, ann))).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  // A blocked stranger is not notified: the only push before a message is that of a new friend.
  await befriend(social, [bob, cid]);
  await social.sendChat(chatOf(cid, bob, 'hi'));
  await expect.poll(() => harness.received(`user.${bob}`, 'message')).toHaveLength(1);
  expect(harness.received(`user.${bob}`, 'friendsChanged')).toHaveLength(1);
  await social.block(to(bob, ann));
  await social.unblock(to(ann, bob));
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'BLOCKED' });
});

test('matchmaking can list blocks in either direction, and call nothing else', async () => {
  const { social } = harness;
  const [ann, bob, cid, dan] = newUsers(4) as [UserId, UserId, UserId, UserId];
  await social.block(to(ann, bob));
  await social.block(to(cid, ann));
  await befriend(social, [ann, dan]);
  const queue = harness.as('matchmaking');
  const among = [bob, cid, dan, newUserId()];
  expect((await queue.listBlockedEitherWay({ userId: ann, among })).userIds.toSorted()).toEqual(
    [bob, cid].toSorted(),
  );
  expect(await queue.listBlockedEitherWay({ userId: ann, among: [dan] })).toEqual({ userIds: [] });
  expect(await queue.listBlockedEitherWay({ userId: dan, among: [ann, bob] })).toEqual({ userIds: [] });
  expect(await queue.listBlockedEitherWay({ userId: ann, among: [] })).toEqual({ userIds: [] });
  const tooMany = { userId: ann, among: newUsers(201) };
  await expect(queue.listBlockedEitherWay(tooMany)).rejects.toMatchObject({ code: 'INVALID' });
  await expect(queue.listFriends(page(ann))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  for (const caller of ['gateway', 'economy'] as const)
    await expect(harness.as(caller).listBlockedEitherWay({ userId: ann, among: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  for (const caller of ['economy', 'admin'] as const)
    await expect(harness.as(caller).getRelations({ userId: ann, otherIds: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
});

test('finds a block beside a thousand others', async () => {
  const { social, sql } = harness;
  const [ann, bob, cid] = newUsers(3) as [UserId, UserId, UserId];
  await sql.query(
    `INSERT INTO relationship (low, high, high_blocks_at) SELECT $1, $1 || n, now() FROM generate_series(1, 1000) n`,
    [ann],
  );
  await social.block(to(ann, bob));
  await social.block(to(cid, ann));
  const queue = harness.as('matchmaking');
  const { userIds } = await queue.listBlockedEitherWay({ userId: ann, among: [bob, cid] });
  expect(userIds.toSorted()).toEqual([bob, cid].toSorted());
});

test('a deleted user vanishes from friends, requests, blocks and chats for ever', async () => {
  const { social, sql } = harness;
  const [ann, friend, requests, asking, blocked] = newUsers(5) as [UserId, UserId, UserId, UserId, UserId];
  await befriend(social, [ann, friend]);
  await social.sendChat(chatOf(ann, friend, 'bye'));
  await social.requestFriend(to(ann, requests));
  await social.requestFriend(to(asking, ann));
  await social.block(to(blocked, ann));
  const event = `identity:${randomUUID()}`;
  await harness.deleteUser(ann, event);
  await expect.poll(async () => (await social.listFriends(page(friend))).friends).toEqual([]);
  expect((await social.listFriendRequests({ userId: requests })).requests).toEqual([]);
  expect((await social.listBlocked({ userId: blocked })).userIds).toEqual([]);
  expect((await social.listChat({ userId: friend, otherId: ann, before: '' })).messages).toEqual([]);
  await expect.poll(() => harness.received(`user.${friend}`, 'friendsChanged').length).toBe(2);
  await harness.deleteUser(ann, event);
  for (const other of [friend, asking]) {
    await expect(social.requestFriend(to(other, ann))).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(social.block(to(other, ann))).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(social.sendChat(chatOf(other, ann, 'hi'))).rejects.toMatchObject({ code: 'NOT_FRIENDS' });
  }
  const { rows } = await sql.query(`SELECT FROM relationship WHERE $1 IN (low, high)`, [ann]);
  expect(rows).toEqual([]);
});

test('the messages of a deleted user are deleted 10,000 at once at most', async () => {
  const { sql } = harness;
  const [ann, bob] = newUsers(2).toSorted() as [UserId, UserId];
  await befriend(harness.social, [ann, bob]);
  await sql.query(
    `INSERT INTO message (low, high, sender_id, text) SELECT $1, $2, $1, n FROM generate_series(1, 25000) n`,
    [ann, bob],
  );
  await sql.query(
    `CREATE FUNCTION check_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM deleted) > 10000 THEN RAISE 'too many at once'; END IF;
       RETURN NULL;
     END $$;
     CREATE TRIGGER check_batch AFTER DELETE ON message REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION check_batch()`,
  );
  onTestFinished(() => void sql.query(`DROP FUNCTION check_batch CASCADE`));
  await harness.deleteUser(bob);
  const left = () => sql.query(`SELECT FROM relationship WHERE low = $1`, [ann]);
  await expect.poll(async () => (await left()).rowCount).toBe(0);
  const { rowCount } = await sql.query(`SELECT FROM message WHERE low = $1`, [ann]);
  expect(rowCount).toBe(0);
});

test('a user who is deleted during requests of others keeps no pair', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ann = newUserId();
    const others = newUsers(20);
    const requests = outcomesOf(
      others.map((other, n) => harness.replicas[n % 2 ? 0 : 1].requestFriend(to(other, ann))),
    );
    await harness.deleteUser(ann);
    expect((await requests).filter((code) => code !== 'ok' && code !== 'USER_NOT_FOUND')).toEqual([]);
    await expect
      .poll(
        async () => (await harness.sql.query(`SELECT FROM deleted_user WHERE user_id = $1`, [ann])).rowCount,
      )
      .toBe(1);
    const { rows } = await harness.sql.query(`SELECT FROM relationship WHERE $1 IN (low, high)`, [ann]);
    expect(rows).toEqual([]);
  }
});

test('the database rejects rows that break a rule', async () => {
  const { sql } = harness;
  const write = (columns: string, values: string) =>
    sql.query(`INSERT INTO relationship (low, high${columns}) VALUES ('a', 'b'${values})`);
  const requests = `, request_id, requester_id, request_status, requested_at, answered_at`;
  for (const [columns, values] of [
    // friends who wait for each other, or block each other
    [`, friends_since${requests}`, `, now(), 'r', 'a', 'pending', now(), NULL`],
    [', friends_since, low_blocks_at', ', now(), now()'],
    [`, high_blocks_at${requests}`, `, now(), 'r', 'a', 'pending', now(), NULL`],
    // a request of a third user, without a requester, without an answer time or with one too early
    [requests, `, 'r', 'c', 'pending', now(), NULL`],
    [', request_id', `, 'r'`],
    [requests, `, 'r', 'a', 'accepted', now(), NULL`],
    [requests, `, 'r', 'a', 'pending', now(), now()`],
    [', low_unread', ', -1'],
  ] as const)
    await expect(write(columns, values), columns).rejects.toMatchObject({ code: '23514' });
  for (const [low, high] of ['aa', 'ba'])
    await expect(
      sql.query(`INSERT INTO relationship (low, high) VALUES ($1, $2)`, [low, high]),
    ).rejects.toMatchObject({
      code: '23514',
    });
  await write('', '');
  await expect(write('', '')).rejects.toMatchObject({ code: '23505' });
  const say = (sender: string, text: string) =>
    sql.query(`INSERT INTO message (low, high, sender_id, text) VALUES ('a', 'b', $1, $2)`, [sender, text]);
  await expect(say('c', 'hi')).rejects.toMatchObject({ code: '23514' });
  await expect(say('a', ' ')).rejects.toMatchObject({ code: '23514' });
  await expect(say('a', 'x'.repeat(201))).rejects.toMatchObject({ code: '23514' });
});

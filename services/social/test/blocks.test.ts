import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { befriend, ourWorld, outcomes, page, people, somebody, to, writing } from './world.ts';

const world = ourWorld();
const pair = (): [string, string] => [somebody(), somebody()];

test('a block ends the friendship and what was asked, and may be repeated and taken back', async () => {
  const { social } = world;
  const [ann, bob] = pair();
  await befriend(social, [ann, bob]);
  await social.block(to(ann, bob));
  await social.block(to(ann, bob));
  expect((await social.friends(page(bob))).friends).toEqual([]);
  expect((await social.blocked({ userId: ann })).userIds).toEqual([bob]);
  expect((await social.blocked({ userId: bob })).userIds).toEqual([]);
  await expect.poll(() => world.heard(bob, 'friendsChanged').length).toBe(2);
  await social.unblock(to(ann, bob));
  await social.unblock(to(ann, bob));
  expect((await social.blocked({ userId: ann })).userIds).toEqual([]);
  expect((await social.friends(page(bob))).friends).toEqual([]);

  const [cid, dan] = pair();
  const { id: requestId } = await social.requestFriend(to(cid, dan));
  await social.block(to(cid, dan));
  expect((await social.friendRequests({ userId: dan })).requests).toEqual([]);
  for (const accept of [true, false])
    await expect(social.answerFriendRequest({ requestId, userId: dan, accept })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
});

test('who is blocked asks in vain and is told; who blocks is told to unblock first', async () => {
  const { social } = world;
  const [ann, bob] = pair();
  await social.block(to(ann, bob));
  await expect(social.requestFriend(to(bob, ann))).rejects.toMatchObject({ code: 'BLOCKED' });
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(social.block(to(ann, ann))).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  // A stranger who is blocked hears nothing of it.
  expect(world.heard(bob, 'friendsChanged')).toEqual([]);
  await social.block(to(bob, ann));
  await social.unblock(to(ann, bob));
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'BLOCKED' });
});

test('the queue is told of blocks in either direction, and may ask for nothing else', async () => {
  const { social } = world;
  const [ann, bob, cid, dan] = people(4) as [string, string, string, string];
  await social.block(to(ann, bob));
  await social.block(to(cid, ann));
  await befriend(social, [ann, dan]);
  const queue = world.as('matchmaking');
  expect((await queue.blockedEitherWay({ userId: ann })).userIds.toSorted()).toEqual([bob, cid].toSorted());
  expect((await queue.blockedEitherWay({ userId: dan })).userIds).toEqual([]);
  await expect(queue.friends(page(ann))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(world.as('economy').blockedEitherWay({ userId: ann })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  for (const caller of ['economy', 'admin'])
    await expect(world.as(caller).relations({ userId: ann, otherIds: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
});

test('whose account ends vanishes from friends, requests, blocks and chats, once and for all', async () => {
  const { social, sql } = world;
  const [ann, friend, asked, asking, blocked] = people(5) as [string, string, string, string, string];
  await befriend(social, [ann, friend]);
  await social.sendChat(writing(ann, friend, 'bye'));
  await social.requestFriend(to(ann, asked));
  await social.requestFriend(to(asking, ann));
  await social.block(to(blocked, ann));
  const event = `identity:${randomUUID()}`;
  await world.ends(ann, event);
  await expect.poll(async () => (await social.friends(page(friend))).friends).toEqual([]);
  expect((await social.friendRequests({ userId: asked })).requests).toEqual([]);
  expect((await social.blocked({ userId: blocked })).userIds).toEqual([]);
  expect((await social.chatHistory({ userId: friend, otherId: ann, before: '' })).messages).toEqual([]);
  await expect.poll(() => world.heard(friend, 'friendsChanged').length).toBe(2);
  await world.ends(ann, event);
  for (const other of [friend, asking]) {
    await expect(social.requestFriend(to(other, ann))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(social.block(to(other, ann))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(social.sendChat(writing(other, ann, 'hi'))).rejects.toMatchObject({ code: 'NOT_FRIENDS' });
  }
  const { rows } = await sql.query(`SELECT FROM relationship WHERE $1 IN (low, high)`, [ann]);
  expect(rows).toEqual([]);
});

test('an account that ends while everybody asks it to be friends is nobody’s', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ann = somebody();
    const others = people(20);
    const asked = outcomes(
      others.map((other, n) => world.replicas[n % 2 ? 0 : 1].requestFriend(to(other, ann))),
    );
    await world.ends(ann);
    expect((await asked).filter((code) => code !== 'ok' && code !== 'NOT_FOUND')).toEqual([]);
    await expect
      .poll(
        async () => (await world.sql.query(`SELECT FROM deleted_user WHERE user_id = $1`, [ann])).rowCount,
      )
      .toBe(1);
    const { rows } = await world.sql.query(`SELECT FROM relationship WHERE $1 IN (low, high)`, [ann]);
    expect(rows).toEqual([]);
  }
});

test('the database itself admits none of what cannot be', async () => {
  const { sql } = world;
  const write = (columns: string, values: string) =>
    sql.query(`INSERT INTO relationship (low, high${columns}) VALUES ('a', 'b'${values})`);
  const asked = `, request_id, requester_id, request_status, requested_at, answered_at`;
  for (const [columns, values] of [
    // friends who wait for each other, or block each other
    [`, friends_since${asked}`, `, now(), 'r', 'a', 'pending', now(), NULL`],
    [', friends_since, low_blocks_at', ', now(), now()'],
    [`, high_blocks_at${asked}`, `, now(), 'r', 'a', 'pending', now(), NULL`],
    // a request of somebody else, of nobody, without an end or with one too early
    [asked, `, 'r', 'c', 'pending', now(), NULL`],
    [', request_id', `, 'r'`],
    [asked, `, 'r', 'a', 'accepted', now(), NULL`],
    [asked, `, 'r', 'a', 'pending', now(), now()`],
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
  const count = sql.query(`INSERT INTO friend_request_quota (user_id, day, n) VALUES ('a', now(), 21)`);
  await expect(count).rejects.toMatchObject({ code: '23514' });
});

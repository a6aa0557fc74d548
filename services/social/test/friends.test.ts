import { RequestStatus } from '@fifteen/proto/social';
import { expect, test } from 'vitest';
import { befriend, ourWorld, outcomes, page, people, somebody, to, writing } from './world.ts';

const world = ourWorld();
const pair = (): [string, string] => [somebody(), somebody()];

test('who is asked hears of it, accepts, and both are friends', async () => {
  const { social, replicas } = world;
  const [ann, bob] = pair();
  const asked = await social.requestFriend(to(ann, bob));
  expect(asked).toMatchObject({ requesterId: ann, requestedId: bob, status: RequestStatus.PENDING });
  expect((await social.friendRequests({ userId: bob })).requests).toEqual([asked]);
  expect((await social.friendRequests({ userId: ann })).requests).toEqual([]);
  await expect.poll(() => world.heard(bob, 'friendRequest')).toEqual([asked]);

  const accepted = await replicas[1].answerFriendRequest({ requestId: asked.id, userId: bob, accept: true });
  expect(accepted).toEqual({ ...asked, status: RequestStatus.ACCEPTED });
  for (const [userId, otherId] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const { friends, total } = await social.friends(page(userId));
    expect(friends).toEqual([{ userId: otherId, since: expect.any(Date), unread: 0 }]);
    expect(total).toBe(1);
    await expect.poll(() => world.heard(userId, 'friendsChanged')).toHaveLength(1);
  }
  await expect.poll(() => world.heard(ann, 'friendRequest')).toEqual([accepted]);
  expect((await social.friendRequests({ userId: bob })).requests).toEqual([]);
});

test('a request that exists, one to a friend and one to oneself are refused, each in its words', async () => {
  const { social } = world;
  const [ann, bob] = pair();
  await social.requestFriend(to(ann, bob));
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  await expect(social.requestFriend(to(ann, ann))).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  expect(await social.requestFriend(to(bob, ann))).toMatchObject({
    requesterId: ann,
    status: RequestStatus.ACCEPTED,
  });
  await expect(social.requestFriend(to(bob, ann))).rejects.toMatchObject({ code: 'ALREADY_FRIENDS' });
  await expect(social.requestFriend(to(ann, 'no id'))).rejects.toMatchObject({ code: 'INVALID' });
});

test('an answer may be repeated, but not changed', async () => {
  const { social } = world;
  const [ann, bob] = pair();
  const { id: requestId } = await social.requestFriend(to(ann, bob));
  const answer = (accept: boolean) => social.answerFriendRequest({ requestId, userId: bob, accept });
  expect((await answer(false)).status).toBe(RequestStatus.REJECTED);
  expect((await answer(false)).status).toBe(RequestStatus.REJECTED);
  await expect(answer(true)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await social.friends(page(ann))).friends).toEqual([]);
});

test('nobody answers the request of others, nor their own', async () => {
  const { social } = world;
  const [ann, bob, eve] = people(3) as [string, string, string];
  const { id: requestId } = await social.requestFriend(to(ann, bob));
  for (const userId of [eve, ann])
    for (const accept of [true, false])
      await expect(social.answerFriendRequest({ requestId, userId, accept })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  const nothing = social.answerFriendRequest({ requestId: somebody(), userId: bob, accept: true });
  await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('who was refused asks again after a day; who refused may change their mind at once', async () => {
  const { social, sql } = world;
  const [ann, bob] = pair();
  const { id: requestId } = await social.requestFriend(to(ann, bob));
  await social.answerFriendRequest({ requestId, userId: bob, accept: false });
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  await sql.query(`UPDATE relationship SET answered_at = now() - interval '25 hours' WHERE request_id = $1`, [
    requestId,
  ]);
  expect((await social.requestFriend(to(ann, bob))).status).toBe(RequestStatus.PENDING);

  const [cid, dan] = pair();
  const { id } = await social.requestFriend(to(cid, dan));
  await social.answerFriendRequest({ requestId: id, userId: dan, accept: false });
  expect(await social.requestFriend(to(dan, cid))).toMatchObject({
    requesterId: dan,
    status: RequestStatus.PENDING,
  });
});

test('who was removed is a friend no more, for both, and may be asked again', async () => {
  const { social } = world;
  const [ann, bob] = pair();
  await befriend(social, [ann, bob]);
  await social.removeFriend(to(bob, ann));
  await social.removeFriend(to(bob, ann));
  for (const userId of [ann, bob]) expect((await social.friends(page(userId))).friends).toEqual([]);
  await expect.poll(() => world.heard(ann, 'friendsChanged').length).toBe(2);
  expect((await social.requestFriend(to(ann, bob))).status).toBe(RequestStatus.PENDING);
});

test('twenty requests a day, a hundred that wait, and no more, however many are made at once', async () => {
  const { social, replicas, sql } = world;
  const ann = somebody();
  const made = await outcomes(
    people(40).map((bob, n) => replicas[n % 2 ? 0 : 1].requestFriend(to(ann, bob))),
  );
  expect(made.filter((code) => code === 'ok')).toHaveLength(20);
  expect(made.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);
  const refused = social.requestFriend(to(ann, somebody()));
  await expect(refused).rejects.toMatchObject({ details: { retryAfter: expect.any(Number) } });

  const forgetDay = () => sql.query(`DELETE FROM friend_request_quota WHERE user_id = $1`, [ann]);
  for (let day = 1; day <= 4; day += 1) {
    await forgetDay();
    const more = await outcomes(people(20).map((bob) => social.requestFriend(to(ann, bob))));
    expect(more).toEqual(Array.from({ length: 20 }, () => 'ok'));
  }
  await forgetDay();
  await expect(social.requestFriend(to(ann, somebody()))).rejects.toMatchObject({
    code: 'REQUESTS_WAITING',
  });
  // A refusal costs nothing: with one request less that waits there is one more to make.
  const { rows } = await sql.query<{ high: string; low: string; request_id: string }>(
    `SELECT * FROM relationship WHERE requester_id = $1 LIMIT 1`,
    [ann],
  );
  const { high, low, request_id: requestId } = rows[0]!;
  await social.answerFriendRequest({ requestId, userId: high === ann ? low : high, accept: true });
  expect((await social.requestFriend(to(ann, somebody()))).status).toBe(RequestStatus.PENDING);
});

test('friends come by pages, each once, in the order of their ids, and the first with the number of all; also those among others', async () => {
  const { social } = world;
  const ann = somebody();
  const others = people(45).toSorted();
  for (let from = 0; from < others.length; from += 15)
    await Promise.all(others.slice(from, from + 15).map((bob) => befriend(social, [bob, ann])));
  const seen: string[] = [];
  let cursor = '';
  do {
    const { friends, nextCursor, total } = await social.friends(page(ann, { limit: 20, cursor }));
    expect(friends.length).toBeLessThanOrEqual(20);
    expect(total).toBe(cursor === '' ? 45 : 0);
    seen.push(...friends.map(({ userId }) => userId));
    cursor = nextCursor;
  } while (cursor !== '');
  expect(seen).toEqual(others);
  const among = [others[3]!, somebody(), others[40]!];
  const { friends } = await social.friends(page(ann, { among }));
  expect(friends.map(({ userId }) => userId)).toEqual([others[3], others[40]]);
  await expect(social.friends(page(ann, { among: people(10_001) }))).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('relations say what a user is to others, and of strangers nothing', async () => {
  const { social } = world;
  const [ann, friend, asked, asking, blocked, blocking, stranger] = people(7) as [
    ...[string, string, string, string, string, string, string],
  ];
  await befriend(social, [ann, friend]);
  await social.requestFriend(to(ann, asked));
  await social.requestFriend(to(asking, ann));
  await social.block(to(ann, blocked));
  await social.block(to(blocking, ann));
  const none = { friend: false, blocks: false, blockedBy: false, asked: false, askedBy: false };
  const otherIds = [stranger, friend, asked, asking, blocked, blocking];
  expect((await social.relations({ userId: ann, otherIds })).relations).toEqual([
    { ...none, otherId: stranger },
    { ...none, otherId: friend, friend: true },
    { ...none, otherId: asked, asked: true },
    { ...none, otherId: asking, askedBy: true },
    { ...none, otherId: blocked, blocks: true },
    { ...none, otherId: blocking, blockedBy: true },
  ]);
  await expect(social.relations({ userId: ann, otherIds: people(201) })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('those whose messages were not read can be asked for alone, page by page', async () => {
  const { social } = world;
  const [ann, ...others] = people(7) as [string, ...string[]];
  for (const other of others) await befriend(social, [ann, other]);
  const writers = others.slice(0, 3).toSorted();
  for (const writer of writers) await social.sendChat(writing(writer, ann, 'hello'));
  const first = await social.friends(page(ann, { unread: true, limit: 2 }));
  const second = await social.friends(page(ann, { unread: true, limit: 2, cursor: first.nextCursor }));
  const seen = [...first.friends, ...second.friends];
  expect(seen.map(({ userId, unread }) => [userId, unread])).toEqual(writers.map((id) => [id, 1]));
  expect(second.nextCursor).toBe('');
});

import { toUserId, type UserId } from '@fifteen/domain';
import { RequestStatus } from '@fifteen/proto/social';
import type { AppError } from '@fifteen/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { deleteRequestCounts } from '../src/jobs/delete-request-counts.ts';
import { requestFriend } from '../src/rpc/request-friend.ts';
import { befriend, testHarness, outcomesOf, page, newUsers, newUserId, to, chatOf } from './harness.ts';

const harness = testHarness();
const pair = (): [UserId, UserId] => [newUserId(), newUserId()];

test('a recipient is notified of a request, accepts it, and both are friends', async () => {
  const { social, replicas } = harness;
  const [ann, bob] = pair();
  const { request: friendRequest } = await social.requestFriend(to(ann, bob));
  expect(friendRequest).toMatchObject({ requesterId: ann, requestedId: bob, status: RequestStatus.PENDING });
  expect((await social.listFriendRequests({ userId: bob })).requests).toEqual([friendRequest]);
  expect((await social.listFriendRequests({ userId: ann })).requests).toEqual([]);
  await expect.poll(() => harness.received(`user.${bob}`, 'friendRequest')).toEqual([friendRequest]);

  const { request: accepted } = await replicas[1].answerFriendRequest({
    requestId: friendRequest.id,
    userId: bob,
    accept: true,
  });
  expect(accepted).toEqual({ ...friendRequest, status: RequestStatus.ACCEPTED });
  for (const [userId, otherId] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const { friends, total } = await social.listFriends(page(userId));
    expect(friends).toEqual([{ userId: otherId, since: expect.any(Date), unread: 0 }]);
    expect(total).toBe(1);
    await expect.poll(() => harness.received(`user.${userId}`, 'friendsChanged')).toHaveLength(1);
  }
  await expect.poll(() => harness.received(`user.${ann}`, 'friendRequest')).toEqual([accepted]);
  expect((await social.listFriendRequests({ userId: bob })).requests).toEqual([]);
});

test('rejects a repeated request, a request to a friend and one to oneself with a code each', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  await social.requestFriend(to(ann, bob));
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  await expect(social.requestFriend(to(ann, ann))).rejects.toMatchObject({ code: 'NOT_YOURSELF' });
  expect((await social.requestFriend(to(bob, ann))).request).toMatchObject({
    requesterId: ann,
    status: RequestStatus.ACCEPTED,
  });
  await expect(social.requestFriend(to(bob, ann))).rejects.toMatchObject({ code: 'ALREADY_FRIENDS' });
  await expect(social.requestFriend(to(ann, toUserId('no id')))).rejects.toMatchObject({ code: 'INVALID' });
});

test('an answer can be repeated, but not changed', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  const { id: requestId } = (await social.requestFriend(to(ann, bob))).request;
  const answer = async (accept: boolean) =>
    (await social.answerFriendRequest({ requestId, userId: bob, accept })).request;
  expect((await answer(false)).status).toBe(RequestStatus.REJECTED);
  expect((await answer(false)).status).toBe(RequestStatus.REJECTED);
  await expect(answer(true)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
  expect((await social.listFriends(page(ann))).friends).toEqual([]);
});

test('a rejection is pushed to the user who rejects, not to the sender', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  const { id: requestId } = (await social.requestFriend(to(ann, bob))).request;
  await social.answerFriendRequest({ requestId, userId: bob, accept: false });
  // The pushes of one replica to a user arrive in their order.
  const { request: later } = await social.requestFriend(to(bob, ann));
  await expect.poll(() => harness.received(`user.${ann}`, 'friendRequest')).toContainEqual(later);
  expect(harness.received(`user.${ann}`, 'friendRequest')).toEqual([later]);
  expect(harness.received(`user.${ann}`, 'friendsChanged')).toEqual([]);
  await expect.poll(() => harness.received(`user.${bob}`, 'friendsChanged')).toHaveLength(1);
});

test('only the recipient can answer a request', async () => {
  const { social } = harness;
  const [ann, bob, eve] = newUsers(3) as [UserId, UserId, UserId];
  const { id: requestId } = (await social.requestFriend(to(ann, bob))).request;
  for (const userId of [eve, ann])
    for (const accept of [true, false])
      await expect(social.answerFriendRequest({ requestId, userId, accept })).rejects.toMatchObject({
        code: 'REQUEST_NOT_FOUND',
      });
  const nothing = social.answerFriendRequest({ requestId: newUserId(), userId: bob, accept: true });
  await expect(nothing).rejects.toMatchObject({ code: 'REQUEST_NOT_FOUND' });
});

test('a rejected user sees the request as sent and can send another after a day; the user who rejected can at once', async () => {
  const { social, sql } = harness;
  const [ann, bob] = pair();
  const relationOf = async (userId: UserId, otherId: UserId) =>
    (await social.getRelations({ userId, otherIds: [otherId] })).relations[0];
  const { id: requestId } = (await social.requestFriend(to(ann, bob))).request;
  await social.answerFriendRequest({ requestId, userId: bob, accept: false });
  expect(await relationOf(ann, bob)).toMatchObject({ requestSent: true, requestReceived: false });
  expect(await relationOf(bob, ann)).toMatchObject({ requestSent: false, requestReceived: false });
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
  await sql.query(`UPDATE relationship SET answered_at = now() - interval '25 hours' WHERE request_id = $1`, [
    requestId,
  ]);
  expect(await relationOf(ann, bob)).toMatchObject({ requestSent: false });
  expect((await social.requestFriend(to(ann, bob))).request.status).toBe(RequestStatus.PENDING);

  const [cid, dan] = pair();
  const { id } = (await social.requestFriend(to(cid, dan))).request;
  await social.answerFriendRequest({ requestId: id, userId: dan, accept: false });
  expect((await social.requestFriend(to(dan, cid))).request).toMatchObject({
    requesterId: dan,
    status: RequestStatus.PENDING,
  });
});

test('the day after a rejection is one of the database, whatever the clock of the service', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  const { id: requestId } = (await social.requestFriend(to(ann, bob))).request;
  await social.answerFriendRequest({ requestId, userId: bob, accept: false });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { relations } = await social.getRelations({ userId: ann, otherIds: [bob] });
  expect(relations[0]).toMatchObject({ requestSent: true });
  await expect(social.requestFriend(to(ann, bob))).rejects.toMatchObject({ code: 'REQUEST_EXISTS' });
});

test('a removed friend is no friend for both, and can be requested again', async () => {
  const { social } = harness;
  const [ann, bob] = pair();
  await befriend(social, [ann, bob]);
  await social.removeFriend(to(bob, ann));
  await social.removeFriend(to(bob, ann));
  for (const userId of [ann, bob]) expect((await social.listFriends(page(userId))).friends).toEqual([]);
  await expect.poll(() => harness.received(`user.${ann}`, 'friendsChanged').length).toBe(2);
  expect((await social.requestFriend(to(ann, bob))).request.status).toBe(RequestStatus.PENDING);
});

test('PLAYER_LIMIT_SCALE multiplies the requests of a day', async () => {
  const push = { toUser: () => undefined, toRoom: () => undefined };
  const context = { db: harness.sql, push, playerScale: 2 } as unknown as AppContext;
  const ann = newUserId();
  const outcomes = await outcomesOf(
    newUsers(41).map(async (bob) => (await requestFriend(context, to(ann, bob))).request),
  );
  expect(outcomes.filter((code) => code === 'ok')).toHaveLength(40);
  expect(outcomes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1);
  await expect(requestFriend(context, to(ann, newUserId()))).rejects.toMatchObject({
    details: { setting: 'PLAYER_LIMIT_SCALE' },
  });
});

test('the wait for the next day is that of the database, whose day is counted', async () => {
  const push = { toUser: () => undefined, toRoom: () => undefined };
  const context = { db: harness.sql, push, playerScale: 0.05 } as unknown as AppContext;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const ann = newUserId();
  await requestFriend(context, to(ann, newUserId()));
  const rejected = requestFriend(context, to(ann, newUserId()));
  const details = await rejected.catch((error: unknown) => (error as AppError).details);
  const { rows } = await harness.sql.query<{ seconds: number }>(
    `SELECT 86400 - extract(epoch FROM now())::bigint % 86400 AS seconds`,
  );
  expect(details).toMatchObject({ retryAfter: expect.closeTo(rows[0]!.seconds, -2) as number });
});

test('limits requests to 20 a day and 100 pending, also concurrent ones', async () => {
  const { social, replicas, sql } = harness;
  const ann = newUserId();
  const outcomes = await outcomesOf(
    newUsers(40).map(async (bob, n) => (await replicas[n % 2 ? 0 : 1].requestFriend(to(ann, bob))).request),
  );
  expect(outcomes.filter((code) => code === 'ok')).toHaveLength(20);
  expect(outcomes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20);
  const rejected = social.requestFriend(to(ann, newUserId()));
  await expect(rejected).rejects.toMatchObject({ details: { retryAfter: expect.any(Number) } });

  const resetDay = () => sql.query(`DELETE FROM friend_request_quota WHERE user_id = $1`, [ann]);
  for (let day = 1; day <= 4; day += 1) {
    await resetDay();
    const more = await outcomesOf(
      newUsers(20).map(async (bob) => (await social.requestFriend(to(ann, bob))).request),
    );
    expect(more).toEqual(Array.from({ length: 20 }, () => 'ok'));
  }
  await resetDay();
  await expect(social.requestFriend(to(ann, newUserId()))).rejects.toMatchObject({
    code: 'REQUESTS_WAITING',
  });
  // A rejected call does not count: with one pending request less, one more can be sent.
  const { rows } = await sql.query<{ high: UserId; low: UserId; request_id: string }>(
    `SELECT * FROM relationship WHERE requester_id = $1 LIMIT 1`,
    [ann],
  );
  const { high, low, request_id: requestId } = rows[0]!;
  await social.answerFriendRequest({ requestId, userId: high === ann ? low : high, accept: true });
  expect((await social.requestFriend(to(ann, newUserId()))).request.status).toBe(RequestStatus.PENDING);
});

test('the counts of requests are deleted after their day', async () => {
  const { social, sql } = harness;
  const [ann, bob] = pair();
  await social.requestFriend(to(ann, bob));
  await sql.query(
    `INSERT INTO friend_request_quota (user_id, day, n)
     SELECT user_id, day - past, 20 FROM friend_request_quota, unnest(ARRAY[1, 2, 100]) past WHERE user_id = $1`,
    [ann],
  );
  await deleteRequestCounts(sql);
  const { rows } = await sql.query(
    `SELECT day = (now() AT TIME ZONE 'UTC')::date AS "isToday", n FROM friend_request_quota WHERE user_id = $1`,
    [ann],
  );
  expect(rows).toEqual([{ isToday: true, n: 1 }]);
});

test('lists friends in pages by id, each once, the total on the first page, and friends among given users', async () => {
  const { social } = harness;
  const ann = newUserId();
  const others = newUsers(45).toSorted();
  for (let from = 0; from < others.length; from += 15)
    await Promise.all(others.slice(from, from + 15).map((bob) => befriend(social, [bob, ann])));
  const seen: string[] = [];
  let cursor = '';
  do {
    const { friends, nextCursor, total } = await social.listFriends(page(ann, { limit: 20, cursor }));
    expect(friends.length).toBeLessThanOrEqual(20);
    expect(total).toBe(cursor === '' ? 45 : 0);
    seen.push(...friends.map(({ userId }) => userId));
    cursor = nextCursor;
  } while (cursor !== '');
  expect(seen).toEqual(others);
  expect((await social.listFriends(page(ann, { limit: 20, withoutTotal: true }))).total).toBe(0);
  const among = [others[3]!, newUserId(), others[40]!];
  const { friends } = await social.listFriends(page(ann, { among }));
  expect(friends.map(({ userId }) => userId)).toEqual([others[3], others[40]]);
  await expect(social.listFriends(page(ann, { among: newUsers(10_001) }))).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('returns the relation to each other user, and none to strangers', async () => {
  const { social } = harness;
  const [ann, friend, requested, requester, blocked, blocking, stranger] = newUsers(7) as [
    ...[UserId, UserId, UserId, UserId, UserId, UserId, UserId],
  ];
  await befriend(social, [ann, friend]);
  await social.requestFriend(to(ann, requested));
  await social.requestFriend(to(requester, ann));
  await social.block(to(ann, blocked));
  await social.block(to(blocking, ann));
  const noRelation = {
    friend: false,
    blocks: false,
    blockedBy: false,
    requestSent: false,
    requestReceived: false,
  };
  const otherIds = [stranger, friend, requested, requester, blocked, blocking];
  expect((await social.getRelations({ userId: ann, otherIds })).relations).toEqual([
    { ...noRelation, otherId: stranger },
    { ...noRelation, otherId: friend, friend: true },
    { ...noRelation, otherId: requested, requestSent: true },
    { ...noRelation, otherId: requester, requestReceived: true },
    { ...noRelation, otherId: blocked, blocks: true },
    { ...noRelation, otherId: blocking, blockedBy: true },
  ]);
  await expect(social.getRelations({ userId: ann, otherIds: newUsers(201) })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('lists only friends with unread messages, page by page', async () => {
  const { social } = harness;
  const [ann, ...others] = newUsers(7) as [UserId, ...UserId[]];
  for (const other of others) await befriend(social, [ann, other]);
  const writers = others.slice(0, 3).toSorted();
  for (const writer of writers) await social.sendChat(chatOf(writer, ann, 'hello'));
  const first = await social.listFriends(page(ann, { unread: true, limit: 2 }));
  const second = await social.listFriends(page(ann, { unread: true, limit: 2, cursor: first.nextCursor }));
  const seen = [...first.friends, ...second.friends];
  expect(seen.map(({ userId, unread }) => [userId, unread])).toEqual(writers.map((id) => [id, 1]));
  expect(second.nextCursor).toBe('');
});

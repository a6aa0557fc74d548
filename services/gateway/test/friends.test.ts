import { toUserId } from '@fifteen/domain';
import { Account } from '@fifteen/proto/identity';
import { createLog, Lifecycle, openDatabase, unavailable } from '@fifteen/runtime';
import { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProfileCache } from '../src/players/profile-cache.ts';
import { userRoutes } from '../src/players/routes.ts';
import { presenceRoutes } from '../src/presence/routes.ts';
import { send, useSharedStack } from './harness.ts';
import { befriend } from './members.ts';
import { connectGuest, playOut, seatAndStart, seatPlayers, sendAndWait, startGame } from './room-fixtures.ts';

const stack = useSharedStack();

/** Guests without a socket, on alternating gateways. */
const guests = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => Player.guest(stack().urls[n % 2] ?? stack().url)));

const failure = (status: number, code: string) => ({ status, body: expect.objectContaining({ code }) });

test('an accepted request adds each player to the list of the other, on all gateways', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  const { message, request } = await ann.api.friends.request({ body: { requestedId: bob.user.id } });
  expect(message).toBe('Friend request sent successfully');
  expect(await bob.waitFor('friend_request')).toEqual({ type: 'friend_request', request });
  expect(await bob.api.friends.requests()).toEqual([request]);
  expect(request.requester).toMatchObject({ id: ann.user.id, displayName: ann.user.displayName });

  await bob.api.friends.respond({ body: { requestId: request.id, response: 'accepted' } });
  await ann.waitFor('friend_request', (received) => received.request.status === 'accepted');
  await ann.waitFor('friends_changed');
  // A gateway confirms a connection before it records the user as online.
  await expect
    .poll(() => ann.api.friends.list())
    .toEqual([expect.objectContaining({ id: bob.user.id, userId: bob.user.id, online: true, unread: 0 })]);
  await bob.api.friends.remove({ params: { id: ann.user.id } });
  expect(await ann.api.friends.list()).toEqual([]);
});

test('the friend list has pages: unread chats first, then friends who are online, each friend once', async () => {
  const ann = await connectGuest(stack());
  const others = await guests(7);
  for (const other of others) await befriend(other, ann);
  const connected = others.slice(2, 5);
  await Promise.all(connected.map((other) => other.connect()));
  const [writer] = others.slice(6) as [Player];
  await writer.api.chat.send({ body: { targetUserId: ann.user.id, message: 'Another game?' } });
  const onlineNow = async () => (await ann.api.friends.list()).filter(({ online }) => online).length;
  await expect.poll(onlineNow).toBe(3);
  // The list of online users is cached for a second.
  await sleep(1_500);
  const seen: { id: string; online: boolean; unread: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `limit=2${cursor && `&cursor=${cursor}`}`;
    const { body, headers } = await send(`${ann.url}/api/friends?${query}`, {
      headers: { cookie: ann.cookie },
    });
    const page = body as typeof seen;
    expect(page.length).toBeLessThanOrEqual(2);
    if (cursor === '') expect(headers.get('x-total-count')).toBe('7');
    seen.push(...page);
    cursor = headers.get('x-next-cursor');
  }
  const idsOf = (people: Player[]) => people.map(({ user }) => user.id).toSorted();
  expect(seen[0]).toMatchObject({ id: writer.user.id, online: false, unread: 1 });
  expect(seen.slice(1, 4).map(({ id }) => id)).toEqual(idsOf(connected));
  expect(seen.map(({ id }) => id).toSorted()).toEqual(idsOf(others));
  expect(seen.map(({ online }) => online)).toEqual([false, true, true, true, false, false, false]);
  const wrong = await send(`${ann.url}/api/friends?cursor=x.y`, { headers: { cookie: ann.cookie } });
  expect(wrong.status).toBe(400);
});

test('each outcome of a friend request has its status and message', async () => {
  const [ann, bob, cid] = (await guests(3)) as [Player, Player, Player];
  const ask = (by: Player, of: string) => by.api.friends.request({ body: { requestedId: of } });
  await ask(ann, bob.user.id);
  await expect(ask(ann, bob.user.id)).rejects.toMatchObject({
    status: 409,
    body: { message: 'Friend request already exists between you and this user' },
  });
  expect((await ask(bob, ann.user.id)).request.status).toBe('accepted');
  await expect(ask(ann, bob.user.id)).rejects.toMatchObject({
    status: 409,
    body: { message: 'You are already friends with this user' },
  });
  await expect(ask(ann, ann.user.id)).rejects.toMatchObject(failure(400, 'NOT_YOURSELF'));
  await expect(ask(ann, 'nobody')).rejects.toMatchObject(failure(404, 'USER_NOT_FOUND'));
  await expect(ask(ann, 'player_7')).rejects.toMatchObject(failure(404, 'USER_NOT_FOUND'));
  await cid.api.blocks.block({ params: { id: ann.user.id } });
  await expect(ask(ann, cid.user.id)).rejects.toMatchObject(failure(403, 'BLOCKED'));
  await expect(ask(cid, ann.user.id)).rejects.toMatchObject(failure(403, 'BLOCKED_BY_YOU'));
});

test('a message reaches an open socket at once, is stored for an offline friend, and counts until read', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), Player.guest(stack().urls[1] ?? '')]);
  await befriend(ann, bob);
  const write = (by: Player, of: Player, message: string) =>
    by.api.chat.send({ body: { targetUserId: of.user.id, message } });
  const began = Date.now();
  const { message: first } = await write(ann, bob, '  Salām, bob!  ');
  expect(first).toMatchObject({ senderId: ann.user.id, message: 'Salām, bob!', fromMe: true });
  const { message: repeat } = await write(ann, bob, 'Salām, bob!');
  // Three seconds later, the same text is another message.
  if (Date.now() - began < 3_000) expect(repeat.id).toBe(first.id);
  const stored = repeat.id === first.id ? [first] : [first, repeat];
  await bob.connect();
  await expect
    .poll(() => bob.api.friends.list())
    .toMatchObject([{ id: ann.user.id, online: true, unread: stored.length }]);
  const { messages, nextCursor } = await bob.api.chat.history({ params: { userId: ann.user.id } });
  expect(messages).toHaveLength(stored.length);
  for (const one of stored) expect(messages).toContainEqual({ ...one, fromMe: false });
  expect(nextCursor).toBeNull();
  await bob.api.chat.read({ params: { userId: ann.user.id } });
  expect(await bob.api.friends.list()).toMatchObject([{ unread: 0 }]);

  const { message: second } = await write(bob, ann, 'Hi');
  const { id, senderId, senderName, senderDisplayName, message, timestamp } = second;
  expect(await ann.waitFor('chat_message_received')).toEqual({
    ...{ type: 'chat_message_received', id, senderId, senderName, senderDisplayName, message, timestamp },
  });
  await sendAndWait(bob, { type: 'ping' }, 'pong');
  expect(bob.received.some(({ type }) => type === 'chat_message_received')).toBe(false);
});

test('only friends can chat, and none across a block', async () => {
  const [ann, bob] = (await guests(2)) as [Player, Player];
  const write = (by: Player, of: Player) =>
    by.api.chat.send({ body: { targetUserId: of.user.id, message: 'hi' } });
  await expect(write(ann, bob)).rejects.toMatchObject(failure(403, 'NOT_FRIENDS'));
  await expect(write(ann, ann)).rejects.toMatchObject(failure(400, 'NOT_YOURSELF'));
  await befriend(ann, bob);
  await write(ann, bob);
  await bob.api.blocks.block({ params: { id: ann.user.id } });
  await expect(write(ann, bob)).rejects.toMatchObject(failure(403, 'BLOCKED'));
  await expect(write(bob, ann)).rejects.toMatchObject(failure(403, 'BLOCKED_BY_YOU'));
  await bob.api.blocks.unblock({ params: { id: ann.user.id } });
  await expect(write(ann, bob)).rejects.toMatchObject(failure(403, 'NOT_FRIENDS'));
  expect((await bob.api.chat.history({ params: { userId: ann.user.id } })).messages).toHaveLength(1);
});

test('friends are notified when a friend goes offline and comes back', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  await befriend(ann, bob);
  bob.close();
  expect(await ann.waitFor('user_offline', undefined, 0, 30_000)).toEqual({
    type: 'user_offline',
    userId: bob.user.id,
  });
  expect(await ann.api.friends.list()).toMatchObject([{ id: bob.user.id, online: false }]);
  const from = ann.received.length;
  await bob.connect();
  await ann.waitFor('friends_changed', undefined, from);
  await expect.poll(() => ann.api.friends.list()).toMatchObject([{ online: true }]);
});

test('friends are notified when a friend comes back with a heartbeat before the socket', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  await befriend(ann, bob);
  bob.close();
  await ann.waitFor('user_offline', undefined, 0, 30_000);
  await bob.api.system.heartbeat();
  await expect.poll(() => ann.api.friends.list()).toMatchObject([{ online: true }]);
  const from = ann.received.length;
  await bob.connect();
  await ann.waitFor('friends_changed', undefined, from);
});

test('a block applies to invitations, rematches, the search and the online list', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  const { room } = await bob.api.rooms.create({ body: { betAmount: 0 } });
  const invite = (by: Player, of: Player, id: string) =>
    by.api.rooms.invite({ params: { id }, body: { invitedId: of.user.id } });
  await invite(bob, ann, room.id);
  const [pending] = await ann.api.invitations.list();
  await ann.api.blocks.block({ params: { id: bob.user.id } });
  const accept = { params: { id: pending?.id ?? '' }, body: { response: 'accepted' } } as const;
  await expect(ann.api.invitations.respond(accept)).rejects.toMatchObject(failure(403, 'BLOCKED_IN_ROOM'));
  await expect(invite(bob, ann, room.id)).rejects.toMatchObject(failure(403, 'BLOCKED'));
  expect(await ann.api.invitations.list()).toEqual([]);
  const { room: other } = await ann.api.rooms.create({ body: { betAmount: 0 } });
  await expect(invite(ann, bob, other.id)).rejects.toMatchObject(failure(403, 'BLOCKED_BY_YOU'));
  const rematch = { requestedUserId: ann.user.id, gameId: 'g1' };
  await expect(bob.api.playAgain.request({ body: rematch })).rejects.toMatchObject(failure(403, 'BLOCKED'));
  for (const [by, of] of [
    [ann, bob],
    [bob, ann],
  ] as const)
    expect(await by.api.profile.search({ body: { name: of.user.username } })).toEqual({ users: [] });
  // The list hides the blocker from the blocked user; it shows the blocked user to the blocker, for unblocking.
  const ids = async (by: Player) => (await by.api.users.online()).users.map(({ id }) => id);
  // The list has 200 users, and more may be online in other tests: those with a heartbeat come first.
  for (const player of [ann, bob]) await player.api.system.heartbeat();
  await expect.poll(() => ids(ann)).toContain(bob.user.id);
  expect(await ids(bob)).not.toContain(ann.user.id);
  // Callers at one gateway share count and list for a second.
  const cid = await Player.guest(bob.url);
  const hidden = async () => {
    const [all, visible] = await Promise.all([cid.api.users.online(), bob.api.users.online()]);
    return [all.users.length - visible.users.length, all.total - visible.total];
  };
  await expect.poll(hidden).toEqual([1, 1]);
  expect(await ann.api.blocks.list()).toEqual({ users: [expect.objectContaining({ id: bob.user.id })] });
  expect(await bob.api.blocks.list()).toEqual({ users: [] });
});

test('the online list leaves out a guest who has logged out', async () => {
  const [ann, bob] = (await guests(2)) as [Player, Player];
  const isListed = async () => (await ann.api.users.online()).users.some(({ id }) => id === bob.user.id);
  for (const player of [ann, bob]) await player.api.system.heartbeat();
  await expect.poll(isListed).toBe(true);
  await bob.api.auth.logout();
  await expect.poll(isListed).toBe(false);
});

test.each([
  ['leaves deleted users out of its total', async () => [], 1],
  ['keeps users who cannot be loaded', () => Promise.reject(unavailable('identity')), 2],
])('the online list %s', async (_, find, listed) => {
  const [ann, bob] = [toUserId('ann'), toUserId('bob')];
  const profiles = new ProfileCache({ find } as never, createLog('test', 'silent'));
  const account = Account.fromPartial({ id: ann, username: 'ann' });
  profiles.store({ account, cosmetics: undefined, record: undefined });
  const online = [ann, bob].map((userId) => ({ userId, inRoom: false, lastSeen: new Date() }));
  const presence = { count: async () => 7, list: async () => online };
  const blockGuard = { notBlocking: async () => new Set([ann, bob]) };
  const { users } = presenceRoutes({ presence, profiles, blockGuard } as never);
  const list = await users.online({ caller: { userId: ann } } as never);
  expect([list.users.length, list.total]).toEqual([listed, 5 + listed]);
});

test('a block prevents accepting a rematch that was requested before it, which can still be declined', async () => {
  const started = await seatAndStart(stack());
  await playOut(started);
  const { x, o, gameId } = started;
  const { request } = await x.api.playAgain.request({ body: { requestedUserId: o.user.id, gameId } });
  await x.api.blocks.block({ params: { id: o.user.id } });
  expect(await o.api.playAgain.requests()).toEqual([]);
  const accept = { requestId: request.id, response: 'accepted' } as const;
  await expect(o.api.playAgain.respond({ body: accept })).rejects.toMatchObject(failure(403, 'BLOCKED'));
  const rejected = { requestId: request.id, response: 'rejected' } as const;
  expect((await o.api.playAgain.respond({ body: rejected })).request.status).toBe('rejected');
});

test('a block prevents joining a room by code, and hides chat in a game', async () => {
  const { owner, guest, room, watching } = await seatPlayers(stack(), {}, 1);
  const [watcher] = watching;
  const stranger = await connectGuest(stack(), 1);
  await stranger.api.blocks.block({ params: { id: owner.user.id } });
  for (const role of ['player', 'spectator'] as const)
    await expect(stranger.api.rooms.join({ body: { code: room.code, role } })).rejects.toMatchObject(
      failure(403, 'BLOCKED_IN_ROOM'),
    );
  await owner.api.blocks.block({ params: { id: guest.user.id } });
  // Two players who share a room already stay in it.
  await startGame(owner, room.id);
  const from = guest.received.length;
  owner.send({ type: 'player_chat', roomId: room.id, messageText: 'to all but one' });
  for (const player of [owner, watcher]) await player?.waitFor('player_chat');
  await sendAndWait(guest, { type: 'ping' }, 'pong');
  guest.send({ type: 'player_chat', roomId: room.id, messageText: 'to all but the other' });
  const message = await guest.waitFor('player_chat', undefined, from);
  expect(message.messageText).toBe('to all but the other');
  await watcher?.waitFor('player_chat', ({ messageText }) => messageText === 'to all but the other');
  await sendAndWait(owner, { type: 'ping' }, 'pong');
  expect(owner.received.filter(({ type }) => type === 'player_chat')).toHaveLength(1);
});

test('a block prevents entering a room beside a thousand others', async () => {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  const database = { service: 'social', url: stack().databases.social?.url ?? '', pool: 1 };
  const social = openDatabase(database, { log: createLog('test', 'silent'), lifecycle });
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  const { room } = await bob.api.rooms.create({ body: { betAmount: 0 } });
  await bob.api.rooms.invite({ params: { id: room.id }, body: { invitedId: ann.user.id } });
  const [invitation] = await ann.api.invitations.list();
  await social.query(
    `INSERT INTO relationship (low, high, high_blocks_at) SELECT $1, $1 || n, now() FROM generate_series(1, 1000) n`,
    [ann.user.id],
  );
  await lifecycle.stop();
  await bob.api.blocks.block({ params: { id: ann.user.id } });
  const join = { body: { code: room.code, role: 'player' } } as const;
  await expect(ann.api.rooms.join(join)).rejects.toMatchObject(failure(403, 'BLOCKED_IN_ROOM'));
  const accept = { params: { id: invitation?.id ?? '' }, body: { response: 'accepted' } } as const;
  await expect(ann.api.invitations.respond(accept)).rejects.toMatchObject(failure(403, 'BLOCKED_IN_ROOM'));
  await bob.api.blocks.unblock({ params: { id: ann.user.id } });
  const { room: entered } = await ann.api.rooms.join(join);
  expect(entered.id).toBe(room.id);
  // A repeat, and the acceptance of an invitation to the room that the user is in, change nothing.
  expect((await ann.api.rooms.join(join)).room.id).toBe(room.id);
  for (let times = 0; times < 2; times += 1)
    expect(await ann.api.invitations.respond(accept)).toMatchObject({ invitation: { status: 'accepted' } });
});

test('matchmaking never pairs two players with a block between them', async () => {
  const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
  await ann.api.blocks.block({ params: { id: bob.user.id } });
  const cid = await connectGuest(stack());
  await withQuickMatchAlone(async () => {
    await Promise.all([ann.search(0), bob.search(0)]);
    await sleep(1_500);
    for (const player of [ann, bob])
      expect(player.received.some(({ type }) => type === 'match_found')).toBe(false);
    await cid.search(0);
    await cid.waitFor('match_found');
    for (const player of [ann, bob])
      await sendAndWait(player, { type: 'cancel_matchmaking' }, 'matchmaking_response');
  });
});

test('a search result has the relation to the player who searches', async () => {
  const [ann, bob] = (await guests(2)) as [Player, Player];
  const look = async () => (await ann.api.profile.search({ body: { name: bob.user.username } })).users;
  expect(await look()).toEqual([expect.objectContaining({ id: bob.user.id, relation: 'none' })]);
  await ann.api.friends.request({ body: { requestedId: bob.user.id } });
  expect(await look()).toMatchObject([{ relation: 'requestSent' }]);
  expect((await bob.api.profile.search({ body: { name: ann.user.username } })).users).toMatchObject([
    { id: ann.user.id, relation: 'requestReceived' },
  ]);
  await bob.api.friends.request({ body: { requestedId: ann.user.id } });
  expect(await look()).toMatchObject([{ relation: 'friend' }]);
  expect((await ann.api.profile.search({ body: { name: ann.user.username } })).users).toMatchObject([
    { relation: 'self' },
  ]);
});

test('a profile has the relation to the player who opens it', async () => {
  const [ann, bob] = (await guests(2)) as [Player, Player];
  const relationTo = async (by: Player, { user: { id } }: Player) =>
    (await by.api.users.get({ params: { id } })).relation;
  expect(await relationTo(ann, bob)).toBe('none');
  await ann.api.friends.request({ body: { requestedId: bob.user.id } });
  expect(await relationTo(ann, bob)).toBe('requestSent');
  expect(await relationTo(bob, ann)).toBe('requestReceived');
  await bob.api.friends.request({ body: { requestedId: ann.user.id } });
  expect(await relationTo(ann, bob)).toBe('friend');
  expect(await relationTo(ann, ann)).toBe('self');
  await bob.api.blocks.block({ params: { id: ann.user.id } });
  expect(await relationTo(ann, bob)).toBe('none');
});

test('a profile opens without the relation while the social service is unavailable', async () => {
  const account = Account.fromPartial({ id: toUserId('bob'), username: 'bob' });
  const social = { getRelations: () => Promise.reject(unavailable('social')) };
  const playerLoader = { find: async () => [{ account, cosmetics: undefined, record: undefined }] };
  const profiles = { store: () => undefined };
  const { get } = userRoutes({ clients: { social }, playerLoader, profiles } as never).users;
  const profile = await get({ params: { id: 'bob' }, caller: { userId: 'ann' } } as never);
  expect(profile).toMatchObject({ id: 'bob', username: 'bob' });
  expect(profile).not.toHaveProperty('relation');
});

import { ServerMessage } from '@fifteen/contract';
import { ItemKind } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import { useOperator } from './operator.ts';
import {
  sendAndWait,
  enterRoom,
  openRoom,
  seatAndStart,
  playOut,
  seatPlayers,
  connectGuest,
  startGame,
} from './room-fixtures.ts';

const stack = useSharedStack();
const operator = useOperator(stack);

const waitForResponse = (player: Player, requestId: string) =>
  player.waitFor('play_again_response', (message) => message.requestId === requestId);

describe('an invitation', () => {
  test('notifies the invited player, opens a private room to them, and seats them', async () => {
    const [owner, friend] = [await connectGuest(stack(), 0), await connectGuest(stack(), 1)];
    const { room } = await openRoom(owner, { isPrivate: true });
    const params = { id: room.id };
    const { invitation } = await owner.api.rooms.invite({ params, body: { invitedId: friend.user.id } });
    const shown = await friend.waitFor('room_invitation');
    expect(shown.invitation).toEqual({
      id: invitation.id,
      status: 'pending',
      roomCode: room.code,
      inviterName: owner.user.displayName,
      inviter: { displayName: owner.user.displayName, username: owner.user.username },
      roomId: room.id,
      betAmount: 0,
    });
    expect(await friend.api.invitations.list()).toEqual([shown.invitation]);
    const repeated = await owner.api.rooms.invite({ params, body: { invitedId: friend.user.id } });
    expect(repeated.invitation.id).toBe(invitation.id);

    const accept = { params: { id: invitation.id }, body: { response: 'accepted' } } as const;
    const answered = await friend.api.invitations.respond(accept);
    expect(answered).toMatchObject({ invitation: { status: 'accepted' }, room: { id: room.id } });
    expect(await friend.waitFor('reconnection_room_join')).toMatchObject({ room: { id: room.id } });
    expect(await friend.api.invitations.respond(accept)).toMatchObject({ room: { id: room.id } });
    await owner.waitFor('room_participant_joined');
    expect(await friend.api.invitations.list()).toEqual([]);
    await startGame(owner, room.id);
    await friend.waitFor('game_started');
  });

  test('is sent with nine others to a player who reconnects, whose socket stays open', async () => {
    const invited = await Player.guest(stack().url);
    for (let host = 0; host < 10; host += 1) {
      const owner = await connectGuest(stack(), host % 2);
      const { room } = await openRoom(owner);
      await owner.api.rooms.invite({ params: { id: room.id }, body: { invitedId: invited.user.id } });
    }
    await invited.connect();
    for (let time = 0; time < 3; time += 1) invited.send({ type: 'request_current_game_state' });
    const invitationIds = () =>
      invited.received.flatMap((message) =>
        message.type === 'room_invitation' ? [message.invitation.id] : [],
      );
    await expect.poll(() => new Set(invitationIds()).size).toBe(10);
    expect(invited.connected).toBe(true);
  });

  test('waits for an offline player, and can be declined once', async () => {
    const [owner, friend] = [await connectGuest(stack(), 0), await Player.guest(stack().url)];
    const { room } = await openRoom(owner);
    const body = { invitedId: friend.user.id };
    const { invitation } = await owner.api.rooms.invite({ params: { id: room.id }, body });
    await friend.connect();
    friend.send({ type: 'request_current_game_state' });
    expect((await friend.waitFor('room_invitation')).invitation.id).toBe(invitation.id);
    const params = { id: invitation.id };
    const declined = await friend.api.invitations.respond({ params, body: { response: 'rejected' } });
    expect(declined.invitation.status).toBe('rejected');
    const accepted = friend.api.invitations.respond({ params, body: { response: 'accepted' } });
    await expect(accepted).rejects.toMatchObject({ status: 409 });
  });

  test('that was declined notifies its inviter, who can send another', async () => {
    const [owner, friend] = [await connectGuest(stack(), 0), await connectGuest(stack(), 1)];
    const { room } = await openRoom(owner, { isPrivate: true });
    const invite = () =>
      owner.api.rooms.invite({ params: { id: room.id }, body: { invitedId: friend.user.id } });
    const params = { id: (await invite()).invitation.id };
    await friend.api.invitations.respond({ params, body: { response: 'rejected' } });
    expect(await owner.waitFor('room_invitation_declined')).toEqual({
      type: 'room_invitation_declined',
      roomId: room.id,
      invitedId: friend.user.id,
    });
    const { invitation: second } = await invite();
    await friend.waitFor('room_invitation', ({ invitation }) => invitation.id === second.id);
    for (const { received } of [owner, friend])
      for (const message of received) expect(ServerMessage.parse(message)).toEqual(message);
  });

  test('is sent only by the owner, to an existing user who is not in the room, while no game runs', async () => {
    const { owner, guest, roomId } = await seatAndStart(stack());
    const stranger = await connectGuest(stack());
    const invite = (by: Player, invitedId: string) =>
      by.api.rooms.invite({ params: { id: roomId }, body: { invitedId } });
    const failure = (code: string) => ({ body: { code } });
    await expect(invite(owner, stranger.user.id)).rejects.toMatchObject(failure('GAME_RUNNING'));
    await expect(invite(guest, stranger.user.id)).rejects.toMatchObject(failure('NOT_ROOM_OWNER'));
    await expect(invite(stranger, stranger.user.id)).rejects.toMatchObject(failure('NOT_ROOM_OWNER'));
    await expect(invite(owner, 'nobody')).rejects.toMatchObject(failure('USER_NOT_FOUND'));
    guest.send({ type: 'leave_room', roomId });
    await owner.waitFor('player_left_win');
    await expect(invite(owner, owner.user.id)).rejects.toMatchObject({ status: 409 });
  });

  test('cannot be answered by another user', async () => {
    const [owner, friend, intruder] = [
      await connectGuest(stack()),
      await connectGuest(stack()),
      await connectGuest(stack()),
    ];
    const { room } = await openRoom(owner, { isPrivate: true });
    const body = { invitedId: friend.user.id };
    const { invitation } = await owner.api.rooms.invite({ params: { id: room.id }, body });
    const answered = intruder.api.invitations.respond({
      params: { id: invitation.id },
      body: { response: 'accepted' },
    });
    await expect(answered).rejects.toMatchObject({ status: 404 });
  });
});

describe('a rematch', () => {
  test('is requested, accepted, counted down and played, with seats swapped and spectators kept', async () => {
    const started = await seatAndStart(stack(), {}, 1);
    await playOut(started);
    const { x, o, gameId } = started;
    const body = { requestedUserId: o.user.id, gameId };
    const { request } = await x.api.playAgain.request({ body });
    const { request: received } = await o.waitFor('play_again_request');
    expect(received).toEqual(request);
    expect(received).toMatchObject({
      status: 'pending',
      requesterId: x.user.id,
      requester: { displayName: x.user.displayName },
    });
    expect(await o.api.playAgain.requests()).toEqual([request]);
    await expect(x.api.playAgain.request({ body })).rejects.toMatchObject({
      status: 409,
      body: { code: 'PLAY_AGAIN_EXISTS', message: "You've already sent a play again request for this game" },
    });

    const from = [x, o, ...started.watching].map((player) => player.received.length);
    o.send({ type: 'play_again_response', requestId: request.id, response: 'accepted' });
    for (const player of [x, o])
      expect((await waitForResponse(player, request.id)).response).toBe('accepted');
    for (const [index, player] of [x, o, ...started.watching].entries()) {
      const { game } = await player.waitFor('game_started', (m) => m.game.id !== gameId, from[index]);
      expect(game).toMatchObject({ playerXId: o.user.id, playerOId: x.user.id });
      const counted = player.received.flatMap((m) =>
        m.type === 'play_again_countdown' ? [m.countdown] : [],
      );
      expect(counted).toEqual([2, 1, 0]);
    }
    expect(o.received.filter(({ type }) => type === 'play_again_response')).toHaveLength(1);
    expect(x.received.some(({ type }) => type === 'play_again_request')).toBe(false);
  });

  test('can be declined, and both players are notified', async () => {
    const started = await seatAndStart(stack());
    await playOut(started);
    const { x, o, gameId } = started;
    const { request } = await o.api.playAgain.request({ body: { requestedUserId: x.user.id, gameId } });
    const body = { requestId: request.id, response: 'rejected' } as const;
    expect((await x.api.playAgain.respond({ body })).request.status).toBe('rejected');
    expect((await x.api.playAgain.respond({ body })).request.status).toBe('rejected');
    for (const player of [x, o])
      expect((await waitForResponse(player, request.id)).response).toBe('rejected');
    expect(await o.waitFor('play_again_rejected')).toEqual({
      type: 'play_again_rejected',
      requestId: request.id,
      gameId,
    });
    const repeat = { type: 'play_again_response', requestId: request.id, response: 'rejected' };
    expect(await sendAndWait(x, repeat, 'play_again_response')).toMatchObject({
      requestId: request.id,
      gameId,
    });
    const late = await sendAndWait(
      x,
      { type: 'play_again_response', requestId: request.id, response: 'accepted' },
      'play_again_error',
    );
    expect(late).toMatchObject({ code: 'ALREADY_ANSWERED', requestId: request.id });
    expect(x.received.some(({ type }) => type === 'play_again_rejected')).toBe(false);
  });

  test('is restored when a player reloads the page', async () => {
    const started = await seatAndStart(stack());
    await playOut(started);
    const { x, o, gameId } = started;
    const { request } = await x.api.playAgain.request({ body: { requestedUserId: o.user.id, gameId } });
    await o.waitFor('play_again_request');
    const tab = o.openTab(stack().urls[1]);
    await tab.connect();
    tab.send({ type: 'request_current_game_state' });
    expect((await tab.waitFor('game_reconnection')).game.id).toBe(gameId);
    expect((await tab.waitFor('play_again_request')).request.id).toBe(request.id);
  });

  test('that a player leaves during the countdown is an error for the opponent, not for that player', async () => {
    const started = await seatAndStart(stack());
    await playOut(started);
    const { x, o, gameId, roomId } = started;
    const { request } = await x.api.playAgain.request({ body: { requestedUserId: o.user.id, gameId } });
    await o.api.playAgain.respond({ body: { requestId: request.id, response: 'accepted' } });
    await o.api.rooms.leave({ params: { id: roomId } });
    const failed = await x.waitFor('play_again_error');
    expect(failed).toMatchObject({ gameId, code: 'OPPONENT_LEFT' });
    await o.waitFor('room_ended');
    await sendAndWait(o, { type: 'ping' }, 'pong');
    expect(o.received.some(({ type }) => type === 'play_again_error')).toBe(false);
  });

  test('is for the two players of a finished game, and answered only by the requested one', async () => {
    const started = await seatAndStart(stack(), {}, 1);
    const { x, o, gameId, watching } = started;
    const ask = (by: Player, of: Player) =>
      by.api.playAgain.request({ body: { requestedUserId: of.user.id, gameId } });
    const failure = (code: string) => ({ body: { code } });
    await expect(ask(x, o)).rejects.toMatchObject(failure('GAME_RUNNING'));
    await playOut(started);
    const [watcher, stranger] = [watching[0] ?? x, await connectGuest(stack())];
    await expect(ask(watcher, x)).rejects.toMatchObject(failure('NOT_A_PLAYER'));
    await expect(ask(stranger, x)).rejects.toMatchObject(failure('NOT_A_PLAYER'));
    await expect(ask(x, watcher)).rejects.toMatchObject(failure('NOT_YOUR_OPPONENT'));
    const { request } = await ask(x, o);
    for (const player of [x, watcher, stranger]) {
      const frame = { type: 'play_again_response', requestId: request.id, response: 'accepted' };
      expect(await sendAndWait(player, frame, 'play_again_error')).toMatchObject({
        code: 'PLAY_AGAIN_NOT_FOUND',
      });
    }
    o.send({ type: 'leave_room', roomId: started.roomId });
    expect((await waitForResponse(x, request.id)).response).toBe('rejected');
    // No answer, as a declined request would have: the requester stays in the room.
    const lapsed = await x.waitFor('play_again_error', ({ code }) => code === 'OPPONENT_LEFT');
    expect(lapsed).toMatchObject({ gameId, message: 'Your opponent has left the room' });
    await expect(ask(x, o)).rejects.toMatchObject({ status: 409 });
    await sendAndWait(x, { type: 'ping' }, 'pong');
    expect(x.received.some(({ type }) => type === 'play_again_rejected')).toBe(false);
  });
});

describe('spectators', () => {
  test('see the whole game on either gateway, and come and go', async () => {
    const started = await seatAndStart(stack());
    const { x, o, gameId, roomId, room } = started;
    x.send({ type: 'move', gameId, position: 1 });
    await o.waitFor('move');
    const watchers = await Promise.all(Array.from({ length: 6 }, (_, index) => connectGuest(stack(), index)));
    for (const watcher of watchers) {
      const { game } = await enterRoom(watcher, room.code, 'spectator');
      expect(game).toMatchObject({ id: gameId, moves: [1] });
    }
    await playOut(started);
    for (const watcher of watchers) {
      await watcher.waitFor('game_over');
      // Not their versions: after a pause of the machine, the turn gets its time back, which is a version, too.
      const plies = watcher.received.flatMap((m) => (m.type === 'move' ? [m.game.moves.length] : []));
      expect(plies).toEqual([2, 3, 4, 5]);
      for (const message of watcher.received) expect(ServerMessage.parse(message)).toEqual(message);
    }
    const [leaver] = watchers;
    leaver?.send({ type: 'leave_room', roomId });
    const left = { type: 'spectator_left', roomId, userId: leaver?.user.id };
    for (const player of [x, o, ...watchers]) expect(await player.waitFor('spectator_left')).toEqual(left);
  });

  test('can only watch and leave', async () => {
    const { x, o, gameId, roomId, watching } = await seatAndStart(stack(), {}, 1);
    const [watcher] = watching;
    if (!watcher) throw new Error('one watches');
    const tried = async <T extends ServerMessage['type']>(frame: object, type: T) =>
      (await sendAndWait(watcher, frame, type)) as unknown as { code: string };
    expect(await tried({ type: 'move', gameId, position: 1 }, 'move_error')).toMatchObject({
      code: 'NOT_A_PLAYER',
    });
    const chat = { type: 'player_chat', roomId, gameId, messageText: 'psst' };
    expect(await tried(chat, 'error')).toMatchObject({ code: 'NOT_A_PLAYER' });
    const emoji = { type: 'send_emoji', roomId, gameId, emojiId: 'owl', recipientId: o.user.id };
    expect(await tried(emoji, 'error')).toMatchObject({ code: 'NOT_A_PLAYER' });
    const begin = { type: 'start_game_request', roomId, requestId: 'q' };
    expect(await tried(begin, 'start_game_error')).toMatchObject({ code: 'NOT_ROOM_OWNER' });
    x.send({ type: 'player_chat', roomId, gameId, messageText: 'Good luck!' });
    expect(await watcher.waitFor('player_chat')).toMatchObject({ userId: x.user.id });
  });

  test('leave the room with its last player, and receive the result', async () => {
    const { x, o, roomId, watching } = await seatAndStart(stack(), {}, 1);
    const [watcher] = watching;
    o.send({ type: 'leave_room', roomId });
    await x.waitFor('player_left_win');
    expect(await watcher?.waitFor('game_abandoned')).toMatchObject({ roomId });
  });

  test('reconnect to the game that they watched', async () => {
    const { gameId, roomId, watching } = await seatAndStart(stack(), {}, 1);
    const [watcher] = watching;
    if (!watcher) throw new Error('one watches');
    watcher.drop();
    const tab = watcher.openTab(stack().urls[1]);
    await tab.connect();
    tab.send({ type: 'request_current_game_state' });
    expect(await tab.waitFor('game_reconnection')).toMatchObject({
      game: { id: gameId },
      room: { id: roomId },
    });
  });
});

describe('an emoji', () => {
  const give = (player: Player, itemId: string) =>
    operator().grantItem(player.user.id, ItemKind.EMOJI, itemId);

  test('is sent to the opponent and all spectators as the catalogue has it', async () => {
    const { x, o, gameId, roomId, watching } = await seatAndStart(stack(), {}, 1);
    await give(x, 'fox');
    const began = Date.now();
    const emoji = { roomId, gameId, emojiId: 'fox', recipientId: o.user.id, emoji: '<b>mine</b>' };
    x.send({ type: 'send_emoji', ...emoji });
    const sent = { type: 'emoji_sent', gameId, emojiId: 'fox', emoji: '🦊', senderId: x.user.id };
    for (const player of [x, o, ...watching]) expect(await player.waitFor('emoji_sent')).toEqual(sent);
    // A repeat after a lost response is delivered once.
    await x.api.emojis.send({ body: { emojiId: 'fox', gameId, recipientPlayerId: o.user.id } });
    await give(x, 'owl');
    await x.api.emojis.send({ body: { emojiId: 'owl', gameId, recipientPlayerId: o.user.id } });
    await o.waitFor('emoji_sent', ({ emojiId }) => emojiId === 'owl');
    // The sender gets a reply to each message: to a repeat, and on a socket that has not entered the room.
    expect(
      await sendAndWait(x, { type: 'send_emoji', ...emoji, emojiId: 'owl' }, 'emoji_sent'),
    ).toMatchObject({
      emojiId: 'owl',
    });
    const tab = x.openTab();
    await tab.connect();
    expect(
      await sendAndWait(tab, { type: 'send_emoji', ...emoji, emojiId: 'owl' }, 'emoji_sent'),
    ).toMatchObject({
      emoji: '🦉',
    });
    // Three seconds later, the same emoji is no repeat.
    const windows = 1 + Math.floor((Date.now() - began) / 3_000);
    for (const emojiId of ['fox', 'owl']) {
      const received = o.received.filter((m) => m.type === 'emoji_sent' && m.emojiId === emojiId);
      expect(received.length).toBeLessThanOrEqual(windows);
    }
  });

  test('needs an online game, an opponent, and an owned emoji', async () => {
    const { x, o, gameId } = await seatAndStart(stack());
    await give(x, 'fox');
    const send = (overrides: object) =>
      x.api.emojis.send({
        body: { emojiId: 'fox', gameId, recipientPlayerId: o.user.id, ...overrides },
      });
    const failure = (code: string) => ({ body: { code } });
    await expect(send({ recipientPlayerId: x.user.id })).rejects.toMatchObject({
      body: { code: 'OPPONENT_NOT_FOUND', message: 'Opponent not found' },
    });
    await expect(send({ emojiId: 'owl' })).rejects.toMatchObject(failure('EMOJI_NOT_OWNED'));
    await expect(send({ emojiId: 'nothing' })).rejects.toMatchObject(failure('EMOJI_NOT_OWNED'));
    await expect(send({ gameId: 'nothing' })).rejects.toMatchObject(failure('GAME_NOT_FOUND'));
    await expect(send({ gameId: 'local-game-1' })).rejects.toMatchObject({
      body: { code: 'EMOJI_NOT_ONLINE', message: 'Cannot send emoji in this game mode' },
    });
  });

  test('is sent thirty times a minute', async () => {
    const { x, o, gameId } = await seatAndStart(stack());
    const body = { emojiId: 'fox', gameId, recipientPlayerId: o.user.id };
    const codes = [];
    for (let i = 0; i < 31; i += 1)
      codes.push(
        await x.api.emojis.send({ body }).catch((error: { body: { code: string } }) => error.body.code),
      );
    expect(new Set(codes.slice(0, 30))).toEqual(new Set(['EMOJI_NOT_OWNED']));
    expect(codes[30]).toBe('TOO_MANY_REQUESTS');
  });
});

describe('a player in a room', () => {
  test('is listed in the room on all gateways, until they leave', async () => {
    const { owner, guest, roomId } = await seatPlayers(stack());
    // The list has 200 users, and more may be online in other tests: those with a heartbeat come first.
    for (const player of [owner, guest]) await player.api.system.heartbeat();
    const inRoom = async (userId: string) =>
      (await owner.api.users.online()).users.find((one) => one.userId === userId)?.inRoom;
    await expect.poll(() => inRoom(guest.user.id)).toBe(true);
    const tab = guest.openTab(stack().urls[0]);
    await tab.connect();
    await sendAndWait(guest, { type: 'leave_room', roomId }, 'user_left_room');
    await expect.poll(() => inRoom(guest.user.id)).toBe(false);
    expect(await inRoom(owner.user.id)).toBe(true);
  });

  test('stays in the room with HTTP only, as long as heartbeats arrive', async () => {
    const [owner, guest] = [await connectGuest(stack()), await Player.guest(stack().url)];
    const { room } = await openRoom(owner);
    await guest.api.rooms.join({ body: { code: room.code } });
    await guest.api.system.heartbeat();
    await expect
      .poll(async () => (await owner.api.users.online()).users.find((one) => one.userId === guest.user.id))
      .toMatchObject({ inRoom: true });
    const { total, users } = await owner.api.users.online();
    expect(total).toBeGreaterThanOrEqual(Math.max(2, users.length));
    expect(users.length).toBeLessThanOrEqual(200);
  });
});

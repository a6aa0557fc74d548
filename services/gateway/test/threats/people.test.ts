import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { createMember } from '../members.ts';
import { useSharedStack, send } from '../harness.ts';
import { enterRoom, openRoom, playOut, connectGuest, startGame } from '../room-fixtures.ts';

const stack = useSharedStack();

/** Matches addresses, of users or machines. */
const ADDRESSES = /canary\.example|127\.0\.0\.1|::1\b|::ffff/;

describe('what other users receive of a player', () => {
  test('has no e-mail address, coins or network address, in any call or message of a whole game', async () => {
    const { player: owner, email } = await createMember(stack());
    const [other, watcher] = await Promise.all([connectGuest(stack(), 1), connectGuest(stack(), 0)]);
    await owner.connect();
    const { room } = await openRoom(owner);
    const id = owner.user.id;
    const seen: string[] = [];
    const look = async (path: string) => {
      const { status, body } = await send(`${stack().url}${path}`, { headers: { cookie: other.cookie } });
      expect(status, path).toBe(200);
      seen.push(JSON.stringify(body));
    };
    await owner.api.rooms.invite({ params: { id: room.id }, body: { invitedId: other.user.id } });
    await other.waitFor('room_invitation');
    await look('/api/room-invitations');
    expect(seen[0]).toContain(room.id);
    await enterRoom(other, room.code);
    await enterRoom(watcher, room.code, 'spectator');
    const game = await startGame(owner, room.id);
    await other.waitFor('game_started');
    const [x, o] = game.playerXId === id ? [owner, other] : [other, owner];
    x.send({ type: 'player_chat', roomId: room.id, messageText: 'hello' });
    await other.waitFor('player_chat');
    await playOut({ x, o, gameId: game.id });
    await owner.api.playAgain.request({ body: { gameId: game.id, requestedUserId: other.user.id } });
    await other.waitFor('play_again_request');

    const paths = [
      `/api/users/${id}`,
      `/api/players/${id}`,
      `/api/users/${id}/stats`,
      `/api/users/${id}/online-stats`,
      '/api/users/online',
      `/api/rooms/${room.id}/participants`,
      `/api/games/${game.id}`,
      `/api/games?userId=${id}`,
    ];
    for (const path of paths) await look(path);
    seen.push(...[...other.received, ...watcher.received].map((message) => JSON.stringify(message)));
    for (const text of seen) {
      expect(text).not.toMatch(ADDRESSES);
      expect(text).not.toMatch(/"(coins|email|ip|network|passwordHash|sessionId|token)":(?!null)/);
    }
    expect((await owner.api.auth.user()).email).toBe(email);
  });

  test('is the same for a private room and an unknown one', async () => {
    const [owner, stranger] = [await connectGuest(stack(), 0), await Player.guest(stack().url)];
    const { room } = await openRoom(owner, { isPrivate: true });
    const tried = async (id: string, code: string) => {
      const { cookie } = stranger;
      const calls = [
        send(`${stack().url}/api/rooms/${id}/participants`, { headers: { cookie } }),
        send(`${stack().url}/api/rooms/join`, { method: 'POST', body: { code }, headers: { cookie } }),
        send(`${stack().url}/api/rooms/join`, {
          method: 'POST',
          body: { code, role: 'spectator' },
          headers: { cookie },
        }),
        send(`${stack().url}/api/rooms/${id}/start-game`, { method: 'POST', headers: { cookie } }),
      ];
      return (await Promise.all(calls)).map(({ status, body }) => ({ status, body }));
    };
    expect(await tried(room.id, room.code)).toEqual(
      await tried('00000000-0000-4000-8000-000000000000', 'AAAAAAAA'),
    );
  });
});

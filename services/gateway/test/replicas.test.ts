import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DRAWN, X_WINS } from '@fifteen/testkit/games';
import { mailedCode } from '@fifteen/testkit/mailbox';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { useOperator } from './operator.ts';
import { expectError, useOwnStack, send } from './harness.ts';
import { enterRoom, connectGuest, startGame } from './room-fixtures.ts';

const stack = useOwnStack({ replicas: 2, own: true, env: { gateway: { DRAIN_SECONDS: '6' } } });
const operators = useOperator(stack);
const gateway = (index: number) => {
  const [replica, url] = [stack().service('gateway')[index], stack().urls[index]];
  if (!replica || !url) throw new Error('no such gateway');
  return { replica, url };
};

/** Two players on different gateways, in a game that has just started. */
async function newGame() {
  const people = await Promise.all([0, 1].map((index) => Player.guest(gateway(index).url)));
  const [a, b] = people as [Player, Player];
  await Promise.all([a.connect(), b.connect()]);
  const { x, o, game } = await pairByQuickMatch(a, b, 0);
  return { x, o, gameId: game.id, roomId: game.roomId ?? '' };
}

/** Milliseconds for a recovery: a gateway connects again after a pause that has grown with its attempts. */
const RECOVERY_MS = 30_000;

/** In which a player has all moves, also while a gateway is down (docs/spec/guarantees.md, P4). */
const RETURNED_MS = 3_000;
const RETURNED_IN_FAULT_MS = 10_000;

/** Positions, not versions: after a pause of the machine, the turn gets its time back, which is a version, too. */
const positionsOf = ({ received }: Player) =>
  received.flatMap((m) => (m.type === 'move' ? [m.position] : []));
const play = ({ x, o, gameId }: { x: Player; o: Player; gameId: string }, line: readonly number[]) =>
  Promise.all([x.playOut(gameId, line), o.playOut(gameId, line)]);

describe('two players on two gateways', () => {
  test('play a whole game, and each receives every move once', async () => {
    const { x, o, gameId } = await newGame();
    await play({ x, o, gameId }, DRAWN);
    for (const player of [x, o]) {
      await player.waitFor('game_over', ({ condition }) => condition === 'draw');
      expect(positionsOf(player)).toEqual(DRAWN);
    }
  });

  test('receive the chat of each other', async () => {
    const { x, o, roomId, gameId } = await newGame();
    x.send({ type: 'player_chat', roomId, gameId, messageText: 'Good luck!' });
    expect(await o.waitFor('player_chat')).toMatchObject({ userId: x.user.id, playerSymbol: 'X' });
  });

  test('reconnect on the other gateway, during or after a game, to the complete state', async () => {
    const { x, o, gameId, roomId } = await newGame();
    x.send({ type: 'move', gameId, position: 1 });
    await o.waitFor('move');
    o.drop();
    x.send({ type: 'ping' });
    o.url = gateway(o.url === gateway(0).url ? 1 : 0).url;
    const began = performance.now();
    await o.connect();
    o.send({ type: 'request_current_game_state', userId: o.user.id });
    const back = await o.waitFor('game_reconnection');
    expect(performance.now() - began).toBeLessThan(RETURNED_MS);
    expect(back).toMatchObject({ game: { id: gameId, moves: [1] }, room: { id: roomId } });
    expect(back.participants.map(({ userId }) => userId).sort()).toEqual([x.user.id, o.user.id].sort());

    o.send({ type: 'move', gameId, position: 2 });
    await o.waitFor('move', ({ position }) => position === 2);
    o.drop();
    x.send({ type: 'leave_room', roomId });
    await x.waitFor('user_left_room');
    await o.connect();
    const from = o.received.length;
    o.send({ type: 'request_current_game_state', userId: o.user.id });
    expect(await o.waitFor('game_reconnection', undefined, from)).toMatchObject({
      game: { status: 'abandoned' },
    });
    expect(await o.waitFor('player_left_win', undefined, from)).toMatchObject({ winner: 'O' });
  });

  test('see the opponent go offline and reconnect', async () => {
    const { x, o } = await newGame();
    o.drop();
    const timeoutMs = RECOVERY_MS;
    expect(await x.waitFor('user_offline', undefined, 0, timeoutMs)).toEqual({
      type: 'user_offline',
      userId: o.user.id,
    });
    await o.connect();
    o.send({ type: 'request_current_game_state', userId: o.user.id });
    await x.waitFor('room_participant_joined', ({ participant }) => participant.userId === o.user.id);
    expect(o.received.some(({ type }) => type === 'user_offline')).toBe(false);
  });

  test('a session that ends at one gateway ends at the other at once', async () => {
    const player = await Player.guest(gateway(0).url);
    await player.connect();
    const headers = { cookie: player.cookie };
    expect((await send(`${gateway(1).url}/api/auth/user`, { headers })).status).toBe(200);
    expect((await send(`${gateway(1).url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(204);
    expect(await player.closed()).toBe(4401);
    expectError(await send(`${gateway(0).url}/api/users/online`, { headers }), 401);
  });

  test('a session ends at logout even while rooms and matchmaking are unavailable', async () => {
    const player = await Player.guest(gateway(0).url);
    const headers = { cookie: player.cookie };
    const replicas = [...stack().service('room'), ...stack().service('matchmaking')];
    await Promise.all(replicas.map((replica) => replica.kill()));
    try {
      expect((await send(`${gateway(0).url}/api/auth/logout`, { method: 'POST', headers })).status).toBe(204);
      expectError(await send(`${gateway(0).url}/api/auth/user`, { headers }), 401, 'UNAUTHORIZED');
    } finally {
      await Promise.all(replicas.map((replica) => replica.restart()));
    }
  });

  test('a guest is created while the economy is unavailable, with the coins that the wallet will have', async () => {
    const replicas = stack().service('economy');
    await Promise.all(replicas.map((replica) => replica.kill()));
    let guest: Player;
    try {
      guest = await Player.guest(gateway(0).url);
    } finally {
      await Promise.all(replicas.map((replica) => replica.restart()));
    }
    expect(guest.user).toMatchObject({ isGuest: true, coins: 1_000 });
    await expect.poll(() => guest.coins(), { timeout: RECOVERY_MS }).toBe(1_000);
  });

  test('an account is verified, signed in and changed while the economy is unavailable, with an unknown balance', async () => {
    const cookies = new Map<string, string>();
    const request = async (method: string, path: string, body?: object) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { headers, ...answer } = await send(`${gateway(0).url}/api/auth/${path}`, {
        ...{ method, body, headers: { cookie } },
      });
      for (const set of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    const account = { username: 'poor', password: 'a quiet harbour', email: 'poor@example.org' };
    await request('POST', 'register', account);
    const token = await mailedCode(stack().mailUrl, account.email);
    const replicas = stack().service('economy');
    await during(
      () => Promise.all(replicas.map((replica) => replica.kill())),
      () => Promise.all(replicas.map((replica) => replica.restart())),
      async () => {
        const user = { username: account.username, isBalanceUnknown: true };
        expect(await request('POST', 'verify-email', { token })).toMatchObject({
          status: 200,
          body: { user },
        });
        expect(await request('GET', 'session')).toMatchObject({ status: 200, body: { user } });
        expect(await request('POST', 'login', account)).toMatchObject({ status: 200, body: user });
        const changed = await request('PUT', 'profile', { displayName: 'Poor' });
        expect(changed).toMatchObject({ status: 200, body: { ...user, displayName: 'Poor' } });
      },
    );
  }, 60_000);

  test('a player who logs out during a game loses it', async () => {
    const { x, o } = await newGame();
    await o.api.auth.logout();
    expect(await x.waitFor('player_left_win')).toMatchObject({ winner: 'X' });
    expect(await o.closed()).toBe(4401);
  });

  test.each([
    ['a match of theirs is being made', async () => undefined],
    [
      'a match is being made, in another room',
      (player: Player) => player.api.rooms.create({ body: { maxPlayers: 2, betAmount: 0 } }),
    ],
  ])('a player who logs out while %s loses its game', async (_, enter) => {
    const [leaving, staying] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
    // Whether there is a block between the two is unknown for a second.
    const replicas = stack().service('social');
    await Promise.all(replicas.map((replica) => replica.pause()));
    try {
      for (const player of [leaving, staying]) await player.search(0);
      await enter(leaving);
      await leaving.api.auth.logout();
    } finally {
      await Promise.all(replicas.map((replica) => replica.resume()));
    }
    await staying.waitFor('player_left_win');
    expect(await leaving.closed()).toBe(4401);
  });

  test('continue their game on the other gateway when one crashes', async () => {
    const { x, o, gameId } = await newGame();
    x.send({ type: 'move', gameId, position: DRAWN[0] });
    await o.waitFor('move');
    // The players make no further move before the crash, so that it comes during their game.
    o.send({ type: 'move', gameId, position: DRAWN[1] });
    const disconnected = x.url === gateway(1).url ? x : o;
    const crashedAt = performance.now();
    await gateway(1).replica.kill();
    o.url = x.url = gateway(0).url;
    await disconnected.closed();
    await disconnected.reconnect();
    const back = await disconnected.waitFor('game_reconnection');
    expect(performance.now() - crashedAt).toBeLessThan(RETURNED_IN_FAULT_MS);
    expect(back.game.moves).toContain(DRAWN[0]);
    for (const game of await play({ x, o, gameId }, DRAWN))
      expect(game).toMatchObject({ status: 'finished', moves: DRAWN });
    await gateway(1).replica.restart();
  }, 60_000);

  test('a gateway that stops closes its sockets with 1012 and exits', async () => {
    const player = await Player.guest(gateway(1).url);
    await player.connect();
    const stopped = gateway(1).replica.stop();
    expect(await player.closed()).toBe(1012);
    await stopped;
    await gateway(1).replica.restart();
    await player.connect();
    player.close();
  });

  test('a gateway that stops closes keep-alive connections after their next response', async () => {
    // The gateway closes one every 100 ms: it serves requests for five more seconds.
    const people = await Promise.all(Array.from({ length: 10 }, () => Player.guest(gateway(1).url)));
    const tabs = people.flatMap((player) => [player, ...Array.from({ length: 4 }, () => player.openTab())]);
    await Promise.all(tabs.map((tab) => tab.connect()));
    const ask = () => send(`${gateway(1).url}/livez`);
    expect((await ask()).headers.get('connection')).toBe('keep-alive');

    const stopped = gateway(1).replica.stop();
    await Promise.any(tabs.map((tab) => tab.closed()));
    const { status, headers } = await ask();
    expect([status, headers.get('connection')]).toEqual([200, 'close']);

    await stopped;
    await gateway(1).replica.restart();
  });
});

/** Returns what `act` returns while a dependency is down, and restores the dependency in any case. */
async function during<T>(
  down: () => Promise<unknown>,
  up: () => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  await down();
  try {
    return await act();
  } finally {
    await up();
  }
}

describe('the gateways while dependencies are unavailable', () => {
  test('the broker: moves are accepted and visible within seconds, and all recovers', async () => {
    const { x, o, gameId, roomId } = await newGame();
    x.send({ type: 'move', gameId, position: 1 });
    await o.waitFor('move');
    await stack().servers.nats.kill();
    await sleep(200);
    o.send({ type: 'move', gameId, position: 2 });
    for (const player of [o, x]) await player.waitFor('move', ({ position }) => position === 2);
    x.send({ type: 'player_chat', roomId, messageText: 'hello?' });
    expect(await x.waitFor('error')).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await stack().servers.nats.restart();
    for (const game of await play({ x, o, gameId }, X_WINS)) expect(game).toMatchObject({ moves: X_WINS });
    await Promise.all([x.waitFor('game_over'), o.waitFor('game_over')]);
  }, 60_000);

  const redis = () => stack().servers.redis.processes[0]!;
  test.each([
    ['Redis', () => stack().servers.redis.kill(), () => stack().servers.redis.restart()],
    ['responses of Redis', () => redis().pause(), () => redis().resume()],
  ])(
    '%s: players sign in, play for coins and are paid, and repeated requests are harmless',
    async (_, down, up) => {
      const people = await during(down, up, async () => {
        const [a, b] = await Promise.all([Player.guest(gateway(0).url), Player.guest(gateway(1).url)]);
        await Promise.all(
          [a, b].map(async (player) => {
            await player.connect();
            await operators().grantCoins(player.user.id, 10_000);
          }),
        );
        const wish = { idempotencyKey: randomUUID(), body: { betAmount: 5_000 } } as const;
        const { room } = await a.api.rooms.create(wish);
        expect((await a.api.rooms.create(wish)).room.id).toBe(room.id);
        a.send({ type: 'join_room', roomId: room.id });
        await enterRoom(b, room.code);
        const game = await startGame(a, room.id);
        const [x, o] = game.playerXId === a.user.id ? [a, b] : [b, a];
        await play({ x, o, gameId: game.id }, X_WINS);
        expect(await o.waitFor('game_over')).toMatchObject({ winner: 'X', betAmount: 5_000 });
        // The ledger pays after the end of the game was published.
        await expect
          .poll(async () => [await x.coins(), await o.coins()], { timeout: 10_000 })
          .toEqual([16_000, 6_000]);
        const online = () => send(`${gateway(0).url}/api/users/online`, { headers: { cookie: a.cookie } });
        // The list may be a second old.
        await expect.poll(async () => (await online()).status).toBe(503);
        expectError(await online(), 503);
        return [a, b] as const;
      });
      const [a] = people;
      await expect
        .poll(async () => (await a.api.users.online()).total, { timeout: RECOVERY_MS })
        .toBeGreaterThan(0);
      for (const player of people) player.close();
    },
    120_000,
  );

  test('the game service: a move waits for it, and is made after its restart', async () => {
    const { x, o, gameId } = await newGame();
    const games = stack().service('game');
    for (const replica of games) await replica.kill();
    const sentAt = Date.now();
    x.send({ type: 'move', gameId, position: 1 });
    await Promise.all(games.map((replica) => replica.restart()));
    const downMs = Date.now() - sentAt;
    const answer = await Promise.race([x.waitFor('move'), x.waitFor('move_error')]);
    if (answer.type === 'move') expect(answer.position).toBe(1);
    else {
      // It waits for 5 s. Only a machine that is too busy needs so long for the restart.
      expect(answer.code).toBe('SERVICE_UNAVAILABLE');
      expect(Date.now() - sentAt).toBeGreaterThanOrEqual(5_000);
      expect(downMs).toBeGreaterThan(3_000);
    }
    await play({ x, o, gameId }, X_WINS);
  }, 60_000);

  test('responses of one of two game replicas: soon, all calls and moves go to the other', async () => {
    const { x, o, gameId } = await newGame();
    const history = (player: Player) =>
      player.api.games.history().then(
        () => true,
        () => false,
      );
    // A replica is open to calls before it hangs.
    for (const player of [x, o, x, o]) await history(player);
    const [replica] = stack().service('game');
    await during(
      () => replica!.pause(),
      () => replica!.resume(),
      async () => {
        const calls = () => Promise.all([x, o, x, o, x, o, x, o].map(history));
        await expect.poll(calls, { timeout: RECOVERY_MS, interval: 500 }).not.toContain(false);
        await play({ x, o, gameId }, X_WINS);
      },
    );
  }, 90_000);

  test('social: players play, and friend calls return 503', async () => {
    const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
    const replicas = stack().service('social');
    await Promise.all(replicas.map((replica) => replica.kill()));
    try {
      await expect(ann.api.friends.list()).rejects.toMatchObject({
        status: 503,
        body: { code: 'SERVICE_UNAVAILABLE' },
      });
      const { room } = await ann.api.rooms.create({ body: { betAmount: 0 } });
      await ann.api.rooms.invite({ params: { id: room.id }, body: { invitedId: bob.user.id } });
      expect(await bob.api.invitations.list()).toHaveLength(1);
      await expect.poll(async () => (await bob.api.users.online()).users.length).toBeGreaterThan(0);
      expect((await bob.api.matchmaking.join({ body: { betAmount: 0 } })).status).toBe('waiting');
      await bob.api.matchmaking.leave();
    } finally {
      await Promise.all(replicas.map((replica) => replica.restart()));
    }
    await expect.poll(() => ann.api.friends.list(), { timeout: RECOVERY_MS }).toEqual([]);
  }, 90_000);

  test('responses of social: a cancelled search stays cancelled, on every gateway', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => connectGuest(stack(), 0)));
    const first = await connectGuest(stack(), 0);
    await first.search(0);
    first.url = gateway(1).url;
    await first.api.matchmaking.leave();

    const replicas = stack().service('social');
    const pause = () => Promise.all(replicas.map((replica) => replica.pause()));
    const resume = () => Promise.all(replicas.map((replica) => replica.resume()));
    await during(pause, resume, async () => {
      // The poller checks running searches every five seconds. One after the other, because two at once would be paired.
      for (const { api } of people) {
        expect(await api.matchmaking.join({ body: { betAmount: 0 } })).toMatchObject({ status: 'waiting' });
        await sleep(900);
        await api.matchmaking.leave();
      }
    });
    const late = await connectGuest(stack(), 1);
    await late.search(0);
    await sleep(1_500);
    for (const { received } of [first, ...people, late])
      expect(received.map(({ type }) => type)).not.toContain('match_found');
    await late.api.matchmaking.leave();
  });

  test('the leaderboard: players sign in and play at once, with empty records', async () => {
    const replicas = stack().service('leaderboard');
    await Promise.all(replicas.map((replica) => replica.kill()));
    try {
      const begun = Date.now();
      const { x, o, gameId } = await newGame();
      expect(x.user).toMatchObject({ level: 1, wins: 0, achievements: [] });
      await play({ x, o, gameId }, X_WINS);
      expect(Date.now() - begun).toBeLessThan(15_000);
      const weekly = () => send(`${stack().url}/api/leaderboard/weekly`, { headers: { cookie: x.cookie } });
      // The board may be cached until then.
      await expect.poll(async () => (await weekly()).status, { timeout: 10_000 }).toBe(503);
      expectError(await weekly(), 503, 'SERVICE_UNAVAILABLE');
      expect(await x.api.leaderboard.timeLeft()).toHaveProperty('days');
      await Promise.all(replicas.map((replica) => replica.restart()));
      await expect.poll(async () => (await x.api.users.ownStats()).wins, { timeout: RECOVERY_MS }).toBe(1);
    } finally {
      await Promise.all(replicas.filter(({ pid }) => pid === undefined).map((replica) => replica.start()));
    }
  }, 60_000);

  test('responses of the room service for three seconds: a search waits for them', async () => {
    const player = await Player.guest(gateway(0).url);
    await player.connect();
    const replicas = stack().service('room');
    await Promise.all(replicas.map((replica) => replica.pause()));
    player.send({ type: 'start_matchmaking', betAmount: 0 });
    await sleep(3_000);
    await Promise.all(replicas.map((replica) => replica.resume()));
    const answer = await Promise.race([
      player.waitFor('matchmaking_response'),
      player.waitFor('matchmaking_error'),
    ]);
    expect(answer).toMatchObject({ type: 'matchmaking_response', status: 'waiting' });
    player.close();
  }, 60_000);

  test('the economy: calls that need it fail at once, the rest is served', async () => {
    const player = await Player.guest(gateway(0).url);
    const replicas = stack().service('economy');
    for (const replica of replicas) await replica.kill();
    const began = Date.now();
    const headers = { cookie: player.cookie };
    const answer = await send(`${gateway(0).url}/api/emojis/owned`, { headers });
    expectError(answer, 503, 'SERVICE_UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.now() - began).toBeLessThan(4_500);
    for (const path of ['online-stats', player.user.id])
      expect((await send(`${gateway(0).url}/api/users/${path}`, { headers })).status).toBe(200);
    for (const replica of replicas) await replica.restart();
    await expect.poll(() => player.coins(), { timeout: RECOVERY_MS }).toBe(1_000);
  }, 90_000);
});

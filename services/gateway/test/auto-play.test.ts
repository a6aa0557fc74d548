import type { Game } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useOperator } from './operator.ts';
import { useOwnStack } from './harness.ts';
import { enterRoom, openRoom, sendAndWait, startGame } from './room-fixtures.ts';

/** Long enough for a request of a player within a turn while the machine is busy. */
const TURN_SECONDS = 4;
/** Longer than a turn with its grace. */
const LONGER_THAN_A_TURN_MS = 7_000;
const WAIT_MS = 30_000;

const stack = useOwnStack({
  env: {
    game: { TURN_SECONDS: String(TURN_SECONDS), AUTO_MOVE_SECONDS: '0.5', OUTAGE_SECONDS: '2' },
    matchmaking: { BOT_AFTER_SECONDS: '1' },
  },
});

const operators = useOperator(stack);

async function connected(): Promise<Player> {
  const player = await Player.guest(stack().url);
  await player.connect();
  return player;
}

/** Starts a game in a room: of two searches, the slower one could find the computer player. */
async function newGame(owner: Player, guest: Player) {
  const { room } = await openRoom(owner);
  await enterRoom(guest, room.code);
  const game = await startGame(owner, room.id);
  const [x, o] = game.playerXId === owner.user.id ? [owner, guest] : [guest, owner];
  return { x, o, game };
}

// At once, because they mostly wait for turns to run out.
describe.concurrent('while all services run', () => {
  test('auto-play moves for a player who lets a turn pass, until that player takes control', async () => {
    const { x, o, game } = await newGame(await connected(), await connected());
    const gameId = game.id;
    for (const player of [x, o]) {
      const enabled = await player.waitFor('auto_play_enabled', undefined, 0, WAIT_MS);
      expect(enabled).toMatchObject({ gameId, player: 'X', game: { autoPlayActive: 'X' } });
      const moved = await player.waitFor('auto_move');
      expect(moved).toMatchObject({ player: 'X', game: { version: enabled.game.version + 1 } });
    }
    // O can take control of the own seat only, and that is not on auto-play.
    const nothing = await sendAndWait(o, { type: 'disable_auto_play', gameId }, 'auto_play_error');
    expect(nothing).toMatchObject({ code: 'AUTO_PLAY_NOT_ACTIVE', gameId });
    x.send({ type: 'disable_auto_play', gameId });
    for (const player of [x, o]) {
      expect(await player.waitFor('auto_play_disabled')).toMatchObject({
        player: 'X',
        game: { autoPlayActive: null },
      });
    }
  });

  test('the game of a player who is banned goes on by auto-play', async () => {
    const { x, o, game } = await newGame(await connected(), await connected());
    await operators().banUser(x.user.id);
    expect(await x.closed()).toBe(4401);
    const { game: moved } = await o.waitFor('auto_move', ({ player }) => player === 'X', 0, WAIT_MS);
    expect(moved).toMatchObject({ id: game.id, status: 'active', autoPlayActive: 'X' });
    expect(o.received.map(({ type }) => type)).not.toContain('player_left_win');
  });

  test('the client configuration has the turn length of the game service', async () => {
    expect(await (await connected()).api.system.clientConfig()).toMatchObject({
      turnSeconds: TURN_SECONDS,
    });
  });

  test('a game without moves of its players expires, and both are notified', async () => {
    const { x, o, game } = await newGame(await connected(), await connected());
    for (const player of [x, o]) {
      const expired = await player.waitFor('game_expired', undefined, 0, 50_000);
      expect(expired).toMatchObject({ gameId: game.id, roomId: game.roomId });
      expect(player.received.map(({ type }) => type)).not.toContain('game_over');
    }
  });

  describe('a computer player', () => {
    /** Waits for the announcement and the start, and returns the game. */
    async function announced(player: Player): Promise<Game> {
      const found = await player.waitFor('match_found', undefined, 0, 15_000);
      expect(found.betAmount).toBe(0);
      expect(found.opponent.id).toMatch(/^player_/);
      expect(found.opponent.displayName).toMatch(/^\w+ Bot$/);
      const { game } = await player.waitFor('game_started');
      expect([game.playerXId, game.playerOId].toSorted()).toEqual(
        [found.opponent.id, player.user.id].toSorted(),
      );
      expect(game.betAmount).toBe(0);
      return game;
    }

    test('is announced for at least 2.5 s before a friendly game, without shortening the first turn', async () => {
      const player = await connected();
      const began = Date.now();
      await player.search(0);
      const game = await announced(player);
      // After the second in which the search is for other players. The two messages may arrive at once on a busy machine.
      expect(Date.now() - began).toBeGreaterThanOrEqual(1_000 + 2_500);
      expect(game.moves).toEqual([]);
      // An announcement takes three seconds.
      expect(game.timeRemaining).toBeGreaterThan(TURN_SECONDS - 3);
    });

    test('is offered once to a search for coins, and joins only when accepted', async () => {
      const player = await connected();
      await operators().grantCoins(player.user.id, 5_000);
      await player.search(5_000);
      const offer = await player.waitFor(
        'matchmaking_response',
        (message) => message.computerOffered === true,
        0,
        15_000,
      );
      expect(offer).toMatchObject({ status: 'waiting', betAmount: 5_000 });
      expect(player.received.some(({ type }) => type === 'match_found')).toBe(false);
      await player.api.matchmaking.join({ body: { betAmount: 5_000, acceptComputer: true } });
      await announced(player);
      expect(player.received.filter((message) => 'computerOffered' in message)).toHaveLength(1);
      expect(await player.coins()).toBe(6_000);
    });
  });
});

test('puts no seat on auto-play while all gateways are killed for longer than a turn', async () => {
  const { x, game } = await newGame(await connected(), await connected());
  const gateways = stack().service('gateway');
  for (const gateway of gateways) await gateway.kill();
  await sleep(LONGER_THAN_A_TURN_MS);
  for (const gateway of gateways) await gateway.restart();
  const now = await x.api.games.get({ params: { id: game.id } });
  expect(now).toMatchObject({ status: 'active', autoPlayActive: null, moves: [] });
  // The first player who reconnects ends the outage; the turn starts again.
  await x.connect();
  x.send({ type: 'request_current_game_state', userId: x.user.id });
  await x.waitFor('game_reconnection', ({ game: back }) => back.id === game.id && back.timeRemaining > 0);
});

test('puts no seat on auto-play while room is down and players who reconnect do not see their game', async () => {
  const { x, game } = await newGame(await connected(), await connected());
  const rooms = stack().service('room');
  for (const room of rooms) await room.kill();
  x.drop();
  await x.connect();
  await sleep(LONGER_THAN_A_TURN_MS);
  const now = await x.api.games.get({ params: { id: game.id } });
  expect(now).toMatchObject({ status: 'active', autoPlayActive: null, moves: [] });
  for (const room of rooms) await room.restart();
  const back = async (): Promise<string | undefined> => {
    x.send({ type: 'request_current_game_state', userId: x.user.id });
    const { game: current } = await x.waitFor('game_reconnection', undefined, x.received.length, 2_000);
    return current.id;
  };
  await expect.poll(() => back().catch(() => undefined), { timeout: WAIT_MS }).toBe(game.id);
});

test('puts no seat on auto-play while identity is down and players cannot reconnect', async () => {
  // A player whose session no gateway has cached: it caches those that it creates.
  const outside = await Player.guest(stack().url);
  for (const gateway of stack().service('gateway')) await gateway.restart();
  const players = [await connected(), await connected()] as const;
  const identities = stack().service('identity');
  for (const identity of identities) await identity.kill();
  const { x, game } = await newGame(...players);
  // A player may try to reconnect at other gateways only, or wait before they do.
  await sleep(LONGER_THAN_A_TURN_MS);
  await expect(outside.connect()).rejects.toThrow('503');
  const now = await x.api.games.get({ params: { id: game.id } });
  expect(now).toMatchObject({ status: 'active', autoPlayActive: null, moves: [] });
  for (const identity of identities) await identity.restart();
  // The gateway reconnects to identity after a pause that has grown with the attempts.
  await expect.poll(() => outside.connect().then(() => 'in', String), { timeout: WAIT_MS }).toBe('in');
});

import type { Game } from '@fifteen/contract';
import { DRAWN } from '@fifteen/testkit/games';
import { Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Live games (docs/spec/guarantees.md#guarantees-14). */
const GAMES = 200;
/** Pause before each move: the games last longer than the restart of both gateways, also on a busy machine. */
const THINK_MS = 3_000;
/** In which each client of a stopped gateway must reconnect: 5 s, and room for a busy machine. */
const RECONNECT_MS = 15_000;
/** Players who sign in and connect at once: a busy machine rejects a crowd, which is not what is tested here. */
const CONNECTED_AT_ONCE = 4;
/** Players who search at once. */
const SEARCHES_AT_ONCE = 20;

let stack: Stack;
beforeAll(async () => {
  // A gateway has as long as a rollout gives it: its sockets leave one after the other. Turns outlast a busy machine.
  stack = await startStack({
    replicas: 2,
    env: { gateway: { DRAIN_SECONDS: '4' }, game: { TURN_SECONDS: '120' } },
  });
}, 120_000);
afterAll(() => stack.stop());

test(`a rolling restart of both gateways under ${GAMES} live games loses no game and no move`, async () => {
  const [first = '', second = ''] = stack.urls;
  const players = await connectPlayers([first, second]);
  const games = await startGames(players);
  expect(new Set(games).size).toBe(GAMES);
  const absences = players.map(measureAbsences);

  const playing = Promise.all(
    players.map((player, i) =>
      player.playOut(games[i] ?? '', DRAWN, { timeoutMs: 200_000, thinkMs: THINK_MS }),
    ),
  );
  for (const [i, gateway] of stack.service('gateway').entries()) {
    // A load balancer sends no client to a gateway that shuts down.
    for (const player of players) player.url = i === 0 ? second : first;
    await gateway.stop();
    await gateway.start();
  }
  expect(players.some((player) => player.game?.status === 'active')).toBe(true);

  for (const game of await playing) expect(game).toMatchObject({ status: 'finished', moves: DRAWN });
  for (const { received } of players)
    expect(received.filter(({ type }) => type === 'connected').length).toBeGreaterThan(1);
  const gaps = absences.flatMap((stop) => stop());
  expect(Math.max(...gaps)).toBeLessThan(RECONNECT_MS);
}, 400_000);

/** Two players a game, with open sockets, half of them at each gateway. */
async function connectPlayers(urls: readonly string[]): Promise<Player[]> {
  const players: Player[] = [];
  while (players.length < 2 * GAMES) {
    const batch = Array.from({ length: CONNECTED_AT_ONCE }, (_, i) =>
      connectPlayer(urls[i % urls.length] ?? ''),
    );
    players.push(...(await Promise.all(batch)));
  }
  return players;
}

async function connectPlayer(url: string): Promise<Player> {
  const player = await Player.guest(url);
  await player.connect();
  return player;
}

/** The game of each. */
async function startGames(players: readonly Player[]): Promise<Game['id'][]> {
  const games: Game['id'][] = [];
  while (games.length < players.length) {
    const batch = players.slice(games.length, games.length + SEARCHES_AT_ONCE);
    games.push(...(await Promise.all(batch.map(findGame))));
  }
  return games;
}

/** Finds an opponent by quick match. Returns the id of the game. */
async function findGame(player: Player): Promise<Game['id']> {
  player.send({ type: 'start_matchmaking', betAmount: 0 });
  const { game, messageId } = await player.waitFor('game_started', undefined, 0, 60_000);
  player.send({ type: 'game_started_ack', messageId });
  return game.id;
}

/** Measures each time that a player is disconnected, in milliseconds. The returned function ends it. */
function measureAbsences(player: Player): () => number[] {
  const gaps: number[] = [];
  let disconnectedAt: number | undefined;
  const timer = setInterval(() => {
    if (!player.connected) disconnectedAt ??= performance.now();
    else if (disconnectedAt !== undefined) {
      gaps.push(performance.now() - disconnectedAt);
      disconnectedAt = undefined;
    }
  }, 50);
  return () => {
    clearInterval(timer);
    return gaps;
  };
}

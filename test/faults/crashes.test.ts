import { pairByQuickMatch, type Player } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { BET, LIMIT_MS, playToTheEnd, RECOVERY_MS, useProduct } from './scenario.ts';

const runScenario = useProduct();

/**
 * Commits crash each service at one point, nights at all of these: the services' own tests, the simulation and the nemesis
 * have others.
 */
const atNight = <T>(points: readonly T[]): readonly T[] => (process.env.TESTS === 'all' ? points : []);

describe('a service crashes in the middle of a game for coins, and is started again', () => {
  test.each([
    ['game, between the commit of a move and its response', { game: 'game.move.after-commit:2' }],
    ...atNight([
      ['game, when the last move is committed', { game: 'game.finish.after-commit' }],
      [
        'economy, between finishing a stake and its response',
        { economy: 'economy.finish-stake.after-commit' },
      ],
    ] as const),
  ] as const)(
    '%s',
    async (_, failpoints) => {
      await runScenario(async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        await playToTheEnd(scenario, x, o, game.id);
      }, failpoints);
    },
    LIMIT_MS,
  );

  test.each([
    ['economy, between holding a stake and its response', { economy: 'economy.hold-stake.after-commit' }],
    ['matchmaking, between pairing and commit', { matchmaking: 'matchmaking.after-pair' }],
    [
      'room, between creating the room of a match and starting its game',
      { room: 'room.create-match.after-commit' },
    ],
    ...atNight([
      ['game, between creating a game and holding its stakes', { game: 'game.create.after-funding' }],
      ['matchmaking, after the room was created', { matchmaking: 'matchmaking.before-commit' }],
      ['room, when the game has started', { room: 'room.start-round.after-game' }],
    ] as const),
  ] as const)(
    '%s',
    async (_, failpoints) => {
      await runScenario(async (scenario) => {
        const [a, b] = scenario.people;
        await Promise.allSettled([a.search(BET), b.search(BET)]);
        const game = await gameOf(a, b);
        const [x, o] = game.playerXId === a.user.id ? [a, b] : [b, a];
        await playToTheEnd(scenario, x, o, game.id);
      }, failpoints);
    },
    LIMIT_MS,
  );
});

/** Waits for the game of two players who searched. They reconnect and search again meanwhile. */
async function gameOf(a: Player, b: Player): Promise<NonNullable<Player['game']>> {
  const until = Date.now() + RECOVERY_MS;
  while (Date.now() < until) {
    for (const player of [a, b]) if (!player.connected) await player.reconnect();
    await sleep(500);
    if (a.game && b.game && a.game.id === b.game.id) return a.game;
    for (const player of [a, b]) if (!player.game) await player.search(BET).catch(() => undefined);
  }
  throw new Error('quick match paired the two players in no attempt');
}

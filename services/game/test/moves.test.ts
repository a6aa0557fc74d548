import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Condition, Mark, Status, type GameState } from '@fifteen/proto/game';
import { GameChange } from '@fifteen/proto/events';
import { replay } from '@fifteen/rules';
import { isAppError } from '@fifteen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DRAWN,
  expectSound,
  friendly,
  openWorld,
  playAll,
  startOf,
  until,
  X_WINS,
  type World,
} from './harness.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const move = (game: GameState, userId: string, position: number, replica = 0) =>
  world.replicas[replica]!.as('gateway').move({ gameId: game.id, userId, position });

test('a game opens with X to move, 30 seconds on the clock, and both players told', async () => {
  const before = Date.now();
  const game = await friendly(world.room);
  expect(game).toMatchObject({
    status: Status.ACTIVE,
    version: 0,
    moves: [],
    turn: Mark.X,
    round: 1,
    bet: 0,
  });
  expect(game.turnDeadline!.getTime() - game.startedAt!.getTime()).toBe(30_000);
  expect(Math.abs(game.startedAt!.getTime() - before)).toBeLessThan(5_000);
  const told = await until(() => {
    const mine = world.pushes.filter(({ push }) => push.game?.id === game.id);
    return mine.length === 3 && mine;
  });
  expect(told.map(({ push }) => push.change)).toEqual(Array(3).fill(GameChange.STARTED));
  expect(told.map(({ subject }) => subject)).toEqual([
    `room.${game.roomId}`,
    `user.${game.xPlayerId}`,
    `user.${game.oPlayerId}`,
  ]);
});

test('either player may get X, whoever is named first', async () => {
  const firstIsX = new Set<boolean>();
  // Twenty games are all alike once in 500,000 runs.
  for (let count = 0; count < 20; count += 1) {
    const players = [randomUUID(), randomUUID()];
    const game = await world.room.create(startOf(players));
    firstIsX.add(game.xPlayerId === players[0]);
  }
  expect(firstIsX.size).toBe(2);
});

test('a line wins, the room sees every move, and the end comes last', async () => {
  const game = await friendly(world.room);
  const end = await playAll(world.gateway, game, X_WINS);
  expect(end).toMatchObject({
    status: Status.FINISHED,
    winner: Mark.X,
    condition: Condition.VERTICAL,
    winningPositions: [1, 6, 11],
    turn: Mark.NONE,
    turnDeadline: undefined,
    version: 5,
  });
  const seen = await until(() => {
    const mine = world.pushes.filter(({ subject }) => subject === `room.${game.roomId}`);
    return mine.some(({ push }) => push.change === GameChange.ENDED) && mine;
  });
  expect(seen.map(({ push }) => [push.change, push.game?.version, push.by])).toEqual([
    [GameChange.STARTED, 0, Mark.NONE],
    [GameChange.MOVED, 1, Mark.X],
    [GameChange.MOVED, 2, Mark.O],
    [GameChange.MOVED, 3, Mark.X],
    [GameChange.MOVED, 4, Mark.O],
    [GameChange.MOVED, 5, Mark.X],
    [GameChange.ENDED, 5, Mark.NONE],
  ]);
});

test('a full board without a line is a draw', async () => {
  const end = await playAll(world.gateway, await friendly(world.room), DRAWN);
  expect(end).toMatchObject({ status: Status.FINISHED, winner: Mark.NONE, condition: Condition.DRAW });
});

test('every refusal has its name, and changes nothing', async () => {
  const game = await friendly(world.room);
  const { xPlayerId: x, oPlayerId: o } = game;
  const refusal = (userId: string, position: number) => expect(move(game, userId, position, 1)).rejects;
  await refusal(x, 8).toMatchObject({ code: 'POSITION_LOCKED' });
  await refusal(o, 1).toMatchObject({ code: 'NOT_YOUR_TURN' });
  await refusal(randomUUID(), 1).toMatchObject({ code: 'NOT_A_PLAYER' });
  for (const position of [0, 16, -1, 2 ** 31 - 1])
    await refusal(x, position).toMatchObject({ code: 'INVALID_MOVE' });
  await move(game, x, 1);
  await refusal(o, 1).toMatchObject({ code: 'POSITION_OCCUPIED' });
  await refusal(x, 2).toMatchObject({ code: 'NOT_YOUR_TURN' });
  const now = await world.gateway.get({ gameId: game.id });
  expect([now.version, now.moves]).toEqual([1, [1]]);
  await playAll(world.gateway, now, X_WINS.slice(1));
  await refusal(o, 15).toMatchObject({ code: 'GAME_NOT_ACTIVE' });
  for (const gameId of [randomUUID(), 'nonsense', '']) {
    await expect(world.gateway.move({ gameId, userId: x, position: 1 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});

test('a repeated move is answered with the present state, at any replica and also after the end', async () => {
  const game = await friendly(world.room);
  await move(game, game.xPlayerId, 1);
  expect((await move(game, game.xPlayerId, 1, 1)).version).toBe(1);
  // The push of the first move may be lost with the process that made it.
  await until(() => {
    const moved = world.pushes.filter(
      ({ push }) => push.game?.id === game.id && push.change === GameChange.MOVED,
    );
    return moved.length === 2;
  });
  await move(game, game.oPlayerId, 2);
  expect((await move(game, game.xPlayerId, 1)).version).toBe(2);
  const end = await playAll(world.gateway, await world.gateway.get({ gameId: game.id }), X_WINS.slice(2));
  expect(await move(game, game.xPlayerId, 11, 1)).toEqual(end);
  expect(await move(game, game.oPlayerId, 3)).toEqual(end);
});

test('a replica that has seen an older state refuses nobody for it', async () => {
  const game = await friendly(world.room);
  const [one, two] = [0, 1];
  await move(game, game.xPlayerId, 1, one);
  await move(game, game.oPlayerId, 2, two);
  await move(game, game.xPlayerId, 3, one);
  await move(game, game.oPlayerId, 4, one);
  const now = await move(game, game.xPlayerId, 5, two);
  expect(now.moves).toEqual([1, 2, 3, 4, 5]);
});

test('two moves of one player at the same instant: one is taken', async () => {
  for (let round = 0; round < 20; round += 1) {
    const game = await friendly(world.room);
    const outcomes = await Promise.allSettled([
      move(game, game.xPlayerId, 1, 0),
      move(game, game.xPlayerId, 2, 1),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const now = await world.gateway.get({ gameId: game.id });
    expect([now.version, now.moves.length]).toEqual([1, 1]);
  }
});

/** What a player, or a stranger, does: mostly sensible, at any replica, by either door. */
const command = fc.record({
  who: fc.constantFrom('mover', 'mover', 'mover', 'x', 'o', 'stranger'),
  position: fc.integer({ min: 0, max: 16 }),
  replica: fc.integer({ min: 0, max: 1 }),
  stream: fc.boolean(),
});
const waves = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 20 });

test('whatever two players and strangers send through two replicas at once, the game is what was acknowledged', async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const game = await friendly(world.room);
      const who = { x: game.xPlayerId, o: game.oPlayerId, stranger: randomUUID() };
      const answers: { userId: string; position: number; state: GameState }[] = [];
      for (const wave of plan) {
        const known = answers.at(-1)?.state.moves.length ?? 0;
        await Promise.all(
          wave.map(async ({ who: name, position, replica, stream }) => {
            const userId = name === 'mover' ? (known % 2 === 0 ? who.x : who.o) : who[name as 'x'];
            const state = await send(game.id, userId, position, replica, stream);
            if (state) answers.push({ userId, position, state });
          }),
        );
      }
      const end = await world.gateway.get({ gameId: game.id });
      const replayed = replay(end.moves);
      expect(replayed.ok).toBe(true);
      expect(end.version).toBe(end.moves.length);
      const acknowledged = new Set(answers.map(({ userId, position }) => `${userId} ${position}`));
      const played = end.moves.map((position, ply) => `${ply % 2 === 0 ? who.x : who.o} ${position}`);
      expect(acknowledged).toEqual(new Set(played));
      for (const { state } of answers) expect(end.moves.slice(0, state.version)).toEqual(state.moves);
    }),
    { numRuns: 40 },
  );
  await expectSound(world.sql);
}, 120_000);

const REFUSALS = [
  'NOT_A_PLAYER',
  'NOT_YOUR_TURN',
  'POSITION_OCCUPIED',
  'POSITION_LOCKED',
  'INVALID_MOVE',
  'GAME_NOT_ACTIVE',
];

/** The state that acknowledges a move, or null for a refusal that the catalogue knows. */
async function send(gameId: string, userId: string, position: number, replica: number, stream: boolean) {
  const { play, as } = world.replicas[replica]!;
  if (stream) {
    const outcome = await play(gameId, userId, position);
    if (outcome?.$case === 'game') return outcome.value;
    expect(REFUSALS).toContain(outcome?.value.code);
    return null;
  }
  try {
    return await as('gateway').move({ gameId, userId, position });
  } catch (error) {
    expect(isAppError(error) && REFUSALS.includes(error.code)).toBe(true);
    return null;
  }
}

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { GameChange } from '@fifteen/proto/events';
import { Condition, Mark, Status, type GameState } from '@fifteen/proto/game';
import { type GameId, replay, toGameId, toUserId, type UserId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import { waitingTransactions } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DRAWN,
  expectConsistent,
  createFriendlyGame,
  startHarness,
  playAll,
  startOf,
  until,
  X_WINS,
  type Harness,
} from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const move = async (game: GameState, userId: UserId, position: number, replica = 0) =>
  (await harness.replicas[replica]!.as('gateway').move({ gameId: game.id, userId, position })).game;

test('starts a game with X to move and 30 seconds on the clock, and pushes it to both players', async () => {
  const before = Date.now();
  const game = await createFriendlyGame(harness.room);
  expect(game).toMatchObject({
    status: Status.ACTIVE,
    version: 0,
    moves: [],
    turn: Mark.X,
    round: 1,
    bet: 0,
  });
  expect(game.turnDeadline!.getTime() - game.startedAt!.getTime()).toBe(30_000);
  // The service estimates the database's clock.
  expect(game.startedAt!.getTime()).toBeGreaterThan(before - 1_000);
  expect(game.startedAt!.getTime()).toBeLessThan(Date.now() + 1_000);
  const received = await until(() => {
    const pushes = harness.pushes.filter(({ push }) => push.game?.id === game.id);
    return pushes.length === 3 && pushes;
  });
  expect(received.map(({ push }) => push.change)).toEqual(Array(3).fill(GameChange.STARTED));
  expect(received.map(({ subject }) => subject)).toEqual([
    `room.${game.roomId}`,
    `user.${game.xPlayerId}`,
    `user.${game.oPlayerId}`,
  ]);
});

test('pushes the start once more when it is repeated before the first move: the first replica may have crashed', async () => {
  const start = startOf([toUserId(randomUUID()), toUserId(randomUUID())]);
  const startsOf = (id: GameId) =>
    harness.pushes.filter(({ push }) => push.game?.id === id && push.change === GameChange.STARTED).length;
  const { game } = await harness.room.createGame(start);
  await until(() => startsOf(game.id) === 3);
  const repeat = () => harness.replicas[1]!.as('room').createGame(start);
  expect((await repeat()).game).toEqual(game);
  await until(() => startsOf(game.id) === 6);
  await move(game, game.xPlayerId, 1);
  await repeat();
  await move(game, game.oPlayerId, 2);
  await until(() => harness.pushes.some(({ push }) => push.game?.id === game.id && push.game.version === 2));
  expect(startsOf(game.id)).toBe(6);
});

test('draws X by lot, whatever the order of the players', async () => {
  const firstIsX = new Set<boolean>();
  // Twenty games are all alike once in 500,000 runs.
  for (let count = 0; count < 20; count += 1) {
    const players = [toUserId(randomUUID()), toUserId(randomUUID())];
    const { game } = await harness.room.createGame(startOf(players));
    firstIsX.add(game.xPlayerId === players[0]);
  }
  expect(firstIsX.size).toBe(2);
});

test('ends a game with a line, and pushes every move before the end', async () => {
  const game = await createFriendlyGame(harness.room);
  const end = await playAll(harness.gateway, game, X_WINS);
  expect(end).toMatchObject({
    status: Status.FINISHED,
    winner: Mark.X,
    condition: Condition.VERTICAL,
    winningPositions: [1, 6, 11],
    version: 5,
  });
  expect([end.turn, end.turnDeadline]).toEqual([undefined, undefined]);
  const seen = await until(() => {
    const pushes = harness.pushes.filter(({ subject }) => subject === `room.${game.roomId}`);
    return pushes.some(({ push }) => push.change === GameChange.ENDED) && pushes;
  });
  expect(seen.map(({ push }) => [push.change, push.game?.version])).toEqual([
    [GameChange.STARTED, 0],
    [GameChange.MOVED, 1],
    [GameChange.MOVED, 2],
    [GameChange.MOVED, 3],
    [GameChange.MOVED, 4],
    [GameChange.MOVED, 5],
    [GameChange.ENDED, 5],
  ]);
});

test('ends a full board without a line as a draw', async () => {
  const end = await playAll(harness.gateway, await createFriendlyGame(harness.room), DRAWN);
  expect(end).toMatchObject({ status: Status.FINISHED, condition: Condition.DRAW });
  expect(end.winner).toBeUndefined();
});

test('rejects each invalid move with its code, and changes nothing', async () => {
  const game = await createFriendlyGame(harness.room);
  const { xPlayerId: x, oPlayerId: o } = game;
  const expectError = (userId: UserId, position: number) => expect(move(game, userId, position, 1)).rejects;
  await expectError(x, 8).toMatchObject({ code: 'POSITION_LOCKED' });
  await expectError(o, 1).toMatchObject({ code: 'NOT_YOUR_TURN' });
  await expectError(toUserId(randomUUID()), 1).toMatchObject({ code: 'NOT_A_PLAYER' });
  for (const position of [0, 16, -1, 2 ** 31 - 1])
    await expectError(x, position).toMatchObject({ code: 'INVALID_MOVE' });
  await move(game, x, 1);
  await expectError(o, 1).toMatchObject({ code: 'POSITION_OCCUPIED' });
  await expectError(x, 2).toMatchObject({ code: 'NOT_YOUR_TURN' });
  const { game: now } = await harness.gateway.getGame({ gameId: game.id });
  expect([now.version, now.moves]).toEqual([1, [1]]);
  await playAll(harness.gateway, now, X_WINS.slice(1));
  await expectError(o, 15).toMatchObject({ code: 'GAME_NOT_ACTIVE' });
  for (const gameId of [toGameId(randomUUID()), toGameId('nonsense'), toGameId('')]) {
    await expect(harness.gateway.move({ gameId, userId: x, position: 1 })).rejects.toMatchObject({
      code: 'GAME_NOT_FOUND',
    });
  }
});

test('a change decided on a state that the database has lost is not written', async () => {
  const game = await createFriendlyGame(harness.room);
  const { xPlayerId: x, oPlayerId: o } = game;
  await move(game, x, 1);
  // A failover to a standby that lags loses the move, and another change of the game gets its version.
  await harness.sql.query('DELETE FROM move WHERE game_id = $1', [game.id]);
  await harness.sql.query(
    `UPDATE game SET moves = '{}', last_move_at = NULL, turn_deadline = turn_deadline + interval '1 s'
      WHERE id = $1`,
    [game.id],
  );
  await expect(move(game, o, 2)).rejects.toMatchObject({ code: 'NOT_YOUR_TURN' });
  await move(game, x, 3);
  expect(await move(game, o, 2)).toMatchObject({ moves: [3, 2] });
});

test('returns the current state for a repeated move, at any replica and also after the end', async () => {
  const game = await createFriendlyGame(harness.room);
  await move(game, game.xPlayerId, 1);
  expect((await move(game, game.xPlayerId, 1, 1)).version).toBe(1);
  // The push of the first move may be lost when its process crashes.
  await until(() => {
    const moved = harness.pushes.filter(
      ({ push }) => push.game?.id === game.id && push.change === GameChange.MOVED,
    );
    return moved.length === 2;
  });
  await move(game, game.oPlayerId, 2);
  expect((await move(game, game.xPlayerId, 1)).version).toBe(2);
  const end = await playAll(
    harness.gateway,
    (await harness.gateway.getGame({ gameId: game.id })).game,
    X_WINS.slice(2),
  );
  expect(await move(game, game.xPlayerId, 11, 1)).toEqual(end);
  expect(await move(game, game.oPlayerId, 3)).toEqual(end);
});

test('does not reject a move because a replica cached an older state', async () => {
  const game = await createFriendlyGame(harness.room);
  const [one, two] = [0, 1];
  await move(game, game.xPlayerId, 1, one);
  await move(game, game.oPlayerId, 2, two);
  await move(game, game.xPlayerId, 3, one);
  await move(game, game.oPlayerId, 4, one);
  const now = await move(game, game.xPlayerId, 5, two);
  expect(now.moves).toEqual([1, 2, 3, 4, 5]);
});

test('accepts one of two concurrent moves of a player', async () => {
  for (let round = 0; round < 20; round += 1) {
    const game = await createFriendlyGame(harness.room);
    const outcomes = await Promise.allSettled([
      move(game, game.xPlayerId, 1, 0),
      move(game, game.xPlayerId, 2, 1),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { game: now } = await harness.gateway.getGame({ gameId: game.id });
    expect([now.version, now.moves.length]).toEqual([1, 1]);
  }
});

test('decides the end of a game again when another replica has stored a move meanwhile', async () => {
  const game = await createFriendlyGame(harness.room);
  const { played, left } = await harness.sql.tx(async (sql) => {
    await sql.query('SELECT FROM game WHERE id = $1 FOR UPDATE', [game.id]);
    const played = move(game, game.xPlayerId, 1, 0);
    await expect.poll(() => waitingTransactions(harness.sql)).toBe(1);
    const left = harness.replicas[1]!.as('room').abandonGame({ gameId: game.id, userId: game.oPlayerId });
    await expect.poll(() => waitingTransactions(harness.sql)).toBe(2);
    return { played, left };
  });
  expect((await played).moves).toEqual([1]);
  expect((await left).game).toMatchObject({ version: 2, moves: [1], condition: Condition.ABANDONMENT });
});

/** A command of a player or an outsider: mostly valid, at any replica, by call or stream. */
const command = fc.record({
  sender: fc.constantFrom('mover', 'mover', 'mover', 'x', 'o', 'outsider'),
  position: fc.integer({ min: 0, max: 16 }),
  replica: fc.integer({ min: 0, max: 1 }),
  stream: fc.boolean(),
});
const waves = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 20 });

test('stores exactly the acknowledged moves of concurrent commands through two replicas', async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const game = await createFriendlyGame(harness.room);
      const users = { x: game.xPlayerId, o: game.oPlayerId, outsider: randomUUID() };
      const acknowledgements: { userId: UserId; position: number; state: GameState }[] = [];
      for (const wave of plan) {
        const known = acknowledgements.at(-1)?.state.moves.length ?? 0;
        await Promise.all(
          wave.map(async ({ sender, position, replica, stream }) => {
            const userId = sender === 'mover' ? (known % 2 === 0 ? users.x : users.o) : users[sender as 'x'];
            const state = await send(game.id, userId, position, replica, stream);
            if (state) acknowledgements.push({ userId, position, state });
          }),
        );
      }
      const { game: end } = await harness.gateway.getGame({ gameId: game.id });
      const replayed = replay(end.moves);
      expect(replayed.ok).toBe(true);
      expect(end.version).toBe(end.moves.length);
      const acknowledged = new Set(acknowledgements.map(({ userId, position }) => `${userId} ${position}`));
      const played = end.moves.map((position, ply) => `${ply % 2 === 0 ? users.x : users.o} ${position}`);
      expect(acknowledged).toEqual(new Set(played));
      for (const { state } of acknowledgements)
        expect(end.moves.slice(0, state.version)).toEqual(state.moves);
    }),
    { numRuns: 40 },
  );
  await expectConsistent(harness.sql);
}, 120_000);

const ERROR_CODES = [
  'NOT_A_PLAYER',
  'NOT_YOUR_TURN',
  'POSITION_OCCUPIED',
  'POSITION_LOCKED',
  'INVALID_MOVE',
  'GAME_NOT_ACTIVE',
];

/** Returns the state that acknowledges a move, or null for a known error code. */
async function send(gameId: GameId, userId: UserId, position: number, replica: number, stream: boolean) {
  const { play, as } = harness.replicas[replica]!;
  if (stream) {
    const outcome = await play(gameId, userId, position);
    if (outcome?.$case === 'game') return outcome.value;
    expect(ERROR_CODES).toContain(outcome?.value.code);
    return null;
  }
  try {
    return (await as('gateway').move({ gameId, userId, position })).game;
  } catch (error) {
    expect(isAppError(error) && ERROR_CODES.includes(error.code)).toBe(true);
    return null;
  }
}

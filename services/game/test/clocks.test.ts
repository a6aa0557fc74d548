import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { GameChange } from '@fifteen/proto/events';
import { Condition, Mark, Status, type GameState } from '@fifteen/proto/game';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectConsistent,
  createFriendlyGame,
  startHarness,
  startOf,
  until,
  type Harness,
} from './harness.ts';

const TURN_MS = 800;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    env: {
      TURN_SECONDS: String(TURN_MS / 1_000),
      GRACE_SECONDS: '0.1',
      AUTO_MOVE_SECONDS: '0.3',
      BOT_MIN_SECONDS: '0.05',
      BOT_MAX_SECONDS: '0.1',
      CLOCK_INTERVAL_SECONDS: '0.05',
    },
  });
});
afterAll(() => harness.stop());

const get = async (game: GameState) => (await harness.gateway.getGame({ gameId: game.id })).game;
const pushed = (game: GameState) =>
  harness.pushes.filter(({ subject }) => subject === `room.${game.roomId}`).map(({ push }) => push);
const after = (game: GameState, holds: (now: GameState) => boolean) =>
  until(async () => {
    const now = await get(game);
    return holds(now) && now;
  });
const moveNow = async (game: GameState, userId: UserId, position: number) =>
  (await harness.gateway.move({ gameId: game.id, userId, position })).game;
/** A game with two moves made, X to move. */
async function begun(): Promise<GameState> {
  const game = await createFriendlyGame(harness.room);
  await moveNow(game, game.xPlayerId, 1);
  return moveNow(game, game.oPlayerId, 2);
}

test('puts a seat whose turn ran out on auto-play, and moves for it', async () => {
  const game = await begun();
  const on = await after(game, (now) => now.autoX);
  expect(on).toMatchObject({ moves: [1, 2], version: 3, turn: Mark.X, autoO: false });
  const moved = await after(game, (now) => now.moves.length === 3);
  expect(moved).toMatchObject({ turn: Mark.O, autoX: true, version: 4 });
  const changes = await until(() => pushed(game).length >= 5 && pushed(game).slice(3, 5));
  expect(changes.map(({ change, by }) => [change, by])).toEqual([
    [GameChange.AUTO_PLAY_ON, Mark.X],
    [GameChange.AUTO_MOVED, Mark.X],
  ]);
  const { rows } = await harness.sql.query('SELECT ply, auto FROM move WHERE game_id = $1 ORDER BY ply', [
    game.id,
  ]);
  expect(rows.slice(0, 3).map((row) => row['auto'])).toEqual([false, false, true]);
});

test('plays a game without its players to the end after two moves, each move once', async () => {
  const end = await after(await begun(), (now) => now.status !== Status.ACTIVE);
  expect(end.status).toBe(Status.FINISHED);
  // Both seats went on auto-play once, and every other change is a move.
  expect(end.version).toBe(end.moves.length + 2);
  const ended = await until(() => pushed(end).find(({ change }) => change === GameChange.ENDED));
  expect(ended.game).toEqual(end);
}, 30_000);

test('expires a game whose players both never moved', async () => {
  const game = await createFriendlyGame(harness.room);
  const end = await after(game, (now) => now.status !== Status.ACTIVE);
  expect(end).toMatchObject({
    status: Status.ABANDONED,
    condition: Condition.EXPIRED,
    abandonedBy: '',
  });
  expect(end.winner).toBeUndefined();
  expect(end.moves).toHaveLength(1);
});

test('gives a player who takes control on turn a fresh turn', async () => {
  const game = await begun();
  await after(game, (now) => now.autoX);
  const requestedAt = Date.now();
  const { game: back } = await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  expect(back).toMatchObject({ autoX: false, turn: Mark.X, moves: [1, 2], version: 4 });
  expect(back.turnDeadline!.getTime() - requestedAt).toBeGreaterThan(TURN_MS / 2);
  const received = await until(() => pushed(game).find(({ change }) => change === GameChange.AUTO_PLAY_OFF));
  expect(received).toMatchObject({ by: Mark.X, game: back });
  const repeated = harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await expect(repeated).rejects.toMatchObject({ code: 'AUTO_PLAY_NOT_ACTIVE' });
  expect((await harness.gateway.getGame({ gameId: game.id })).game.version).toBe(4);
});

test('does not let a player delay a game by taking control repeatedly', async () => {
  const game = await begun();
  let going = true;
  const takingControl = (async () => {
    while (going) {
      await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  })();
  const moved = await after(game, (now) => now.moves.length === 3);
  going = false;
  await takingControl;
  expect(moved.moves.slice(0, 2)).toEqual([1, 2]);
});

test('ends auto-play when the player moves', async () => {
  const game = await begun();
  await after(game, (now) => now.autoX);
  const moved = await moveNow(game, game.xPlayerId, 3);
  expect(moved).toMatchObject({ autoX: false, moves: [1, 2, 3] });
  const changes = await until(() => {
    const seen = pushed(game).filter(({ game: state }) => state?.version === moved.version);
    return seen.length === 2 && seen.map(({ change }) => change);
  });
  expect(changes).toEqual([GameChange.MOVED, GameChange.AUTO_PLAY_OFF]);
});

test('does not carry a renewed turn over: the opponent’s turn runs out before the server moves', async () => {
  const game = await begun();
  await after(game, (now) => now.autoX);
  await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await moveNow(game, game.xPlayerId, 3);
  const on = await until(() =>
    pushed(game).find(({ change, by }) => change === GameChange.AUTO_PLAY_ON && by === Mark.O),
  );
  expect(on.game!.moves).toEqual([1, 2, 3]);
});

test('accepts a move within the grace period after the deadline', async () => {
  const lenient = await harness.startReplica({ GRACE_SECONDS: '60' });
  const game = await createFriendlyGame(lenient.as('room'));
  await until(() => Date.now() > game.turnDeadline!.getTime() + TURN_MS);
  const { game: moved } = await lenient
    .as('gateway')
    .move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
  expect(moved).toMatchObject({ moves: [1], version: 1, autoX: false });
  await lenient.stop();
});

test('takes control of the own seat only, and only in an active game', async () => {
  const game = await begun();
  await after(game, (now) => now.autoX);
  const other = harness.gateway.takeControl({ gameId: game.id, userId: game.oPlayerId });
  await expect(other).rejects.toMatchObject({ code: 'AUTO_PLAY_NOT_ACTIVE' });
  expect((await harness.gateway.getGame({ gameId: game.id })).game.autoX).toBe(true);
  const outsider = harness.gateway.takeControl({ gameId: game.id, userId: toUserId(randomUUID()) });
  await expect(outsider).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await harness.room.abandonGame({ gameId: game.id, userId: game.oPlayerId });
  const late = harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await expect(late).rejects.toMatchObject({ code: 'GAME_NOT_ACTIVE' });
});

test('lets a bot move at a human pace in several games at once', async () => {
  const bot = toUserId('player_ada');
  const play = async () => {
    const { game } = await harness.room.createGame({
      ...startOf([toUserId(randomUUID()), bot]),
      xPlayerId: bot,
    });
    const moved = await after(game, (now) => now.moves.length >= 1);
    // Level hard takes the first position of its list that is free.
    expect(moved.moves[0]).toBe(1);
    expect(moved.autoX).toBe(false);
    const answered = await moveNow(game, game.oPlayerId, 8);
    expect(answered.moves).toEqual([1, 8]);
    await after(game, (now) => now.moves.length >= 3);
    await harness.room.abandonGame({ gameId: game.id, userId: game.oPlayerId });
  };
  // Concurrently: in sequence, the turns of the later games would run out on a busy machine.
  await Promise.all([play(), play(), play()]);
});

test('gives players a whole turn after an outage of the service', async () => {
  const single = await startHarness({ replicas: 1 });
  try {
    const game = await createFriendlyGame(single.room);
    await single.replicas[0]!.stop();
    // Simulates an outage of ten minutes, in which the turn ran out. It had 3 s left.
    await single.sql.query(`UPDATE game_clock SET tick_at = tick_at - interval '10 minutes'`);
    await single.sql.query(
      `UPDATE game SET turn_deadline = turn_deadline - interval '627 seconds', due_at = due_at - interval '627 seconds'`,
    );
    const [one, two] = await Promise.all([single.startReplica(), single.startReplica()]);
    const push = await until(
      () => single.pushes.find(({ push: { change } }) => change === GameChange.TURN_EXTENDED)?.push,
    );
    const { game: now } = await one.as('gateway').getGame({ gameId: game.id });
    expect(now).toMatchObject({ status: Status.ACTIVE, autoX: false, version: 1, moves: [] });
    expect(push.game).toEqual(now);
    const left = now.turnDeadline!.getTime() - Date.now();
    expect(left).toBeGreaterThan(10_000);
    expect(left).toBeLessThanOrEqual(30_000);
    const { game: moved } = await two
      .as('gateway')
      .move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
    expect(moved.version).toBe(2);
    await Promise.all([one.stop(), two.stop()]);
  } finally {
    await single.stop();
  }
});

describe('an outage of the gateways', () => {
  const OUTAGE_MS = 1_000;
  const env = {
    TURN_SECONDS: '0.6',
    GRACE_SECONDS: '0.1',
    AUTO_MOVE_SECONDS: '0.1',
    CLOCK_INTERVAL_SECONDS: '0.05',
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Reports players as a gateway does. A report that fails is followed by the next. */
  const beat = ({ gateway }: Harness, users: number) =>
    setInterval(() => void gateway.sendHeartbeat({ users }).catch(() => undefined), 50);

  test('stops the turns, and gives players a whole turn afterwards', async () => {
    const watched = await startHarness({
      replicas: 2,
      env: { ...env, OUTAGE_SECONDS: String(OUTAGE_MS / 1_000) },
    });
    try {
      await watched.gateway.sendHeartbeat({ users: 2 });
      const game = await createFriendlyGame(watched.room);
      await watched.gateway.move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
      // No gateway reports for three turns; then one reports without players.
      await pause(1_800);
      await watched.gateway.sendHeartbeat({ users: 0 });
      await pause(200);
      const { game: held } = await watched.gateway.getGame({ gameId: game.id });
      expect(held).toMatchObject({ status: Status.ACTIVE, autoO: false, moves: [1], version: 1 });
      const back = Date.now();
      await watched.replicas[1]!.as('gateway').sendHeartbeat({ users: 1 });
      const { push } = await until(() =>
        watched.pushes.find(({ push: { change } }) => change === GameChange.TURN_EXTENDED),
      );
      expect(push.game).toMatchObject({ id: game.id, version: 2, autoO: false });
      expect(push.game!.turnDeadline!.getTime()).toBeGreaterThanOrEqual(back + 550);
      // Players are connected, and the next turn runs out as usual.
      const beating = beat(watched, 1);
      await until(async () => (await watched.gateway.getGame({ gameId: game.id })).game.autoO);
      clearInterval(beating);
    } finally {
      await watched.stop();
    }
  });

  test('that is short does not end a turn whose deadline passed in it', async () => {
    const watched = await startHarness({ replicas: 1, env: { ...env, OUTAGE_SECONDS: '60' } });
    try {
      await watched.gateway.sendHeartbeat({ users: 2 });
      const { id: gameId } = await createFriendlyGame(watched.room);
      await pause(1_500);
      expect((await watched.gateway.getGame({ gameId })).game).toMatchObject({ moves: [], autoX: false });
      await watched.gateway.sendHeartbeat({ users: 2 });
      await until(async () => (await watched.gateway.getGame({ gameId })).game.autoX);
    } finally {
      await watched.stop();
    }
  });

  test('ends when the gateways had no player for long: the players left', async () => {
    const empty = await startHarness({
      replicas: 1,
      env: { ...env, OUTAGE_SECONDS: '0.2', EMPTY_GATEWAYS_SECONDS: '1' },
    });
    try {
      await empty.gateway.sendHeartbeat({ users: 1 });
      const game = await createFriendlyGame(empty.room);
      const beating = beat(empty, 0);
      await until(
        async () => (await empty.gateway.getGame({ gameId: game.id })).game.status !== Status.ACTIVE,
      );
      clearInterval(beating);
    } finally {
      await empty.stop();
    }
  });
});

test('leaves every game consistent', () => expectConsistent(harness.sql));

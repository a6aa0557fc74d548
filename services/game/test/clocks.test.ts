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

/** No turn of these ends by itself, however long the machine stands still: the tests let it run out. */
const TURN_MS = 600_000;
const LONG_TURNS = {
  TURN_SECONDS: String(TURN_MS / 1_000),
  GRACE_SECONDS: '0.1',
  AUTO_MOVE_SECONDS: '60',
  CLOCK_INTERVAL_SECONDS: '0.05',
  OUTAGE_SECONDS: '60',
};
/** Turns that run out by themselves. */
const SHORT_TURNS = { ...LONG_TURNS, TURN_SECONDS: '0.6', AUTO_MOVE_SECONDS: '0.05' };
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { ...LONG_TURNS, BOT_MIN_SECONDS: '0.05', BOT_MAX_SECONDS: '0.1' } });
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
/** Lets the turn of a game run out, or the delay of a move that the server makes. */
const runOut = ({ id }: GameState, { sql }: Harness = harness) =>
  sql.query(`UPDATE game SET turn_deadline = now() - interval '1 ms', due_at = now() WHERE id = $1`, [id]);
/** A game with two moves made, X to move. */
async function begun(): Promise<GameState> {
  const game = await createFriendlyGame(harness.room);
  await moveNow(game, game.xPlayerId, 1);
  return moveNow(game, game.oPlayerId, 2);
}

test('puts a seat whose turn ran out on auto-play, and moves for it', async () => {
  const game = await begun();
  await runOut(game);
  const on = await after(game, (now) => now.autoX);
  expect(on).toMatchObject({ moves: [1, 2], version: 3, turn: Mark.X, autoO: false });
  await runOut(game);
  const moved = await after(game, (now) => now.moves.length === 3);
  expect(moved).toMatchObject({ turn: Mark.O, autoX: true, version: 4 });
  const changes = await until(() => pushed(game).length >= 5 && pushed(game).slice(3, 5));
  expect(changes.map(({ change }) => change)).toEqual([GameChange.AUTO_PLAY_ON, GameChange.AUTO_MOVED]);
  const { rows } = await harness.sql.query('SELECT ply, auto FROM move WHERE game_id = $1 ORDER BY ply', [
    game.id,
  ]);
  expect(rows.slice(0, 3).map((row) => row['auto'])).toEqual([false, false, true]);
});

describe('without their players', () => {
  let short: Harness;
  let opener: Awaited<ReturnType<Harness['startReplica']>>;
  beforeAll(async () => {
    short = await startHarness({ env: SHORT_TURNS });
    // Makes the first moves, for which the other replicas leave no time, and leaves the clocks to them.
    opener = await short.startReplica({ ...LONG_TURNS, CLOCK_INTERVAL_SECONDS: '3600' });
  });
  afterAll(async () => {
    await opener.stop();
    await short.stop();
  });
  const endOf = ({ id: gameId }: GameState) =>
    until(async () => {
      const { game: now } = await short.gateway.getGame({ gameId });
      return now.status !== Status.ACTIVE && now;
    });

  test('plays a game to the end after two moves, each move once', async () => {
    const game = await createFriendlyGame(opener.as('room'));
    const { id: gameId, xPlayerId, oPlayerId } = game;
    await opener.as('gateway').move({ gameId, userId: xPlayerId, position: 1 });
    await short.gateway.move({ gameId, userId: oPlayerId, position: 2 });
    const end = await endOf(game);
    expect(end.status).toBe(Status.FINISHED);
    // Both seats went on auto-play once, and every other change is a move.
    expect(end.version).toBe(end.moves.length + 2);
    const ended = await until(() =>
      short.pushes.find(({ push }) => push.change === GameChange.ENDED && push.game?.id === gameId),
    );
    expect(ended.push.game).toEqual(end);
  });

  test('expires a game whose players both never moved', async () => {
    const end = await endOf(await createFriendlyGame(short.room));
    expect(end).toMatchObject({
      status: Status.ABANDONED,
      condition: Condition.EXPIRED,
      abandonedBy: '',
    });
    expect(end.winner).toBeUndefined();
    expect(end.moves).toHaveLength(1);
  });

  test('leaves every game consistent', () => expectConsistent(short.sql));
});

test('gives a player who takes control on turn a fresh turn', async () => {
  const game = await begun();
  await runOut(game);
  await after(game, (now) => now.autoX);
  const requestedAt = Date.now();
  const { game: back } = await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  expect(back).toMatchObject({ autoX: false, turn: Mark.X, moves: [1, 2], version: 4 });
  expect(back.turnDeadline!.getTime() - requestedAt).toBeGreaterThan(TURN_MS / 2);
  const received = await until(() => pushed(game).find(({ change }) => change === GameChange.AUTO_PLAY_OFF));
  expect(received.game).toEqual(back);
  const repeated = harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await expect(repeated).rejects.toMatchObject({ code: 'AUTO_PLAY_NOT_ACTIVE' });
  expect((await harness.gateway.getGame({ gameId: game.id })).game.version).toBe(4);
});

test('does not let a player delay a game by taking control repeatedly', async () => {
  const game = await begun();
  await runOut(game);
  await after(game, (now) => now.autoX);
  await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await runOut(game);
  const moved = await after(game, (now) => now.moves.length === 3);
  expect(moved.moves.slice(0, 2)).toEqual([1, 2]);
});

test('ends auto-play when the player moves, with one push', async () => {
  const game = await begun();
  await runOut(game);
  await after(game, (now) => now.autoX);
  const moved = await moveNow(game, game.xPlayerId, 3);
  expect(moved).toMatchObject({ autoX: false, moves: [1, 2, 3] });
  const { version } = await moveNow(game, game.oPlayerId, 4);
  await until(() => pushed(game).some(({ game: state }) => state?.version === version));
  const changes = pushed(game).filter(({ game: state }) => state?.version === moved.version);
  expect(changes.map(({ change }) => change)).toEqual([GameChange.MOVED]);
});

test('does not carry a renewed turn over: the opponent’s turn runs out before the server moves', async () => {
  const game = await begun();
  await runOut(game);
  await after(game, (now) => now.autoX);
  await harness.gateway.takeControl({ gameId: game.id, userId: game.xPlayerId });
  await moveNow(game, game.xPlayerId, 3);
  await runOut(game);
  const on = await until(() =>
    pushed(game).find(({ change, game: state }) => change === GameChange.AUTO_PLAY_ON && state?.autoO),
  );
  expect(on.game!.moves).toEqual([1, 2, 3]);
});

test('accepts a move within the grace period after the deadline', async () => {
  const lenient = await harness.startReplica({ TURN_SECONDS: '0.1', GRACE_SECONDS: '60' });
  const game = await createFriendlyGame(lenient.as('room'));
  await until(() => Date.now() > game.turnDeadline!.getTime() + 500);
  const { game: moved } = await lenient
    .as('gateway')
    .move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
  expect(moved).toMatchObject({ moves: [1], version: 1, autoX: false });
  await lenient.stop();
});

test('takes control of the own seat only, and only in an active game', async () => {
  const game = await begun();
  await runOut(game);
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

test('gives players no more than a whole turn after the clock of the database was set back', async () => {
  const single = await startHarness({ replicas: 1, env: LONG_TURNS });
  try {
    const game = await createFriendlyGame(single.room);
    await single.gateway.sendHeartbeat({ users: 2 });
    const isReported = 'SELECT FROM game_clock WHERE gateway_at IS NOT NULL';
    await until(async () => (await single.sql.query(isReported)).rowCount === 1);
    // All instants of an hour ago lie an hour ahead, as on another host whose clock is behind.
    await single.sql.query(
      `UPDATE game SET turn_deadline = turn_deadline + interval '1 hour', due_at = due_at + interval '1 hour'`,
    );
    await single.sql.query(
      `UPDATE game_clock SET tick_at = tick_at + interval '1 hour', gateway_at = gateway_at + interval '1 hour'`,
    );
    const push = await until(
      () => single.pushes.find(({ push: { change } }) => change === GameChange.TURN_EXTENDED)?.push,
    );
    expect(push.game).toMatchObject({ id: game.id, version: 1, autoX: false });
    const left = push.game!.turnDeadline!.getTime() - Date.now();
    expect(left).toBeGreaterThan(TURN_MS / 2);
    expect(left).toBeLessThanOrEqual(TURN_MS);
    const isAhead = 'SELECT FROM game_clock WHERE tick_at > now() OR gateway_at > now()';
    expect((await single.sql.query(isAhead)).rowCount).toBe(0);
  } finally {
    await single.stop();
  }
});

describe('an outage of the gateways', () => {
  /** Reports players as a gateway does until the work is done. A report that fails is followed by the next. */
  const beatWhile = async ({ gateway }: Harness, users: number, work: Promise<unknown>): Promise<void> => {
    const beats = setInterval(() => void gateway.sendHeartbeat({ users }).catch(() => undefined), 50);
    await work.finally(() => clearInterval(beats));
  };
  const clockOf = async ({ sql }: Harness) => {
    const { rows } = await sql.query<{ tick_at: Date; gateway_at: Date | null }>(`SELECT * FROM game_clock`);
    return rows[0]!;
  };
  /** Reports players once, and waits until the report is stored. */
  const reportOnce = async (watched: Harness): Promise<void> => {
    await watched.gateway.sendHeartbeat({ users: 2 });
    await until(async () => (await clockOf(watched)).gateway_at !== null);
  };
  /** Simulates that no gateway has reported players for some minutes. */
  const loseGateways = ({ sql }: Harness, minutes: number) =>
    sql.query(`UPDATE game_clock SET gateway_at = gateway_at - make_interval(mins => $1)`, [minutes]);
  /** Waits until the clocks have had several passes. */
  const passes = async (watched: Harness): Promise<void> => {
    const ticks = new Set<number>();
    await until(async () => ticks.add((await clockOf(watched)).tick_at.getTime()).size > 10);
  };

  test('stops the turns, and gives players a whole turn afterwards', async () => {
    const watched = await startHarness({ replicas: 2, env: LONG_TURNS });
    try {
      await reportOnce(watched);
      const game = await createFriendlyGame(watched.room);
      // The turn runs out while no gateway reports; then one reports without players.
      await loseGateways(watched, 5);
      await runOut(game, watched);
      await watched.gateway.sendHeartbeat({ users: 0 });
      await passes(watched);
      const { game: held } = await watched.gateway.getGame({ gameId: game.id });
      expect(held).toMatchObject({ status: Status.ACTIVE, autoX: false, moves: [], version: 0 });
      const back = Date.now();
      await watched.replicas[1]!.as('gateway').sendHeartbeat({ users: 1 });
      const { push } = await until(() =>
        watched.pushes.find(({ push: { change } }) => change === GameChange.TURN_EXTENDED),
      );
      expect(push.game).toMatchObject({ id: game.id, version: 1, autoX: false });
      expect(push.game!.turnDeadline!.getTime()).toBeGreaterThanOrEqual(back + TURN_MS - 50);
      // Players are connected, and the next turn runs out as usual.
      await runOut(game, watched);
      const isAuto = until(async () => (await watched.gateway.getGame({ gameId: game.id })).game.autoX);
      await beatWhile(watched, 1, isAuto);
    } finally {
      await watched.stop();
    }
  });

  test.each([
    ['a rejected move', { users: 0 }, 'NOT_YOUR_TURN'],
    ['a move while players cannot reconnect', { users: 0, outage: true }, undefined],
  ])('is not ended by %s', async (_, report, code) => {
    const watched = await startHarness({ replicas: 1, env: LONG_TURNS });
    try {
      await reportOnce(watched);
      const [game, other] = [await createFriendlyGame(watched.room), await createFriendlyGame(watched.room)];
      await loseGateways(watched, 5);
      await runOut(game, watched);
      await watched.gateway.sendHeartbeat(report);
      const move = { gameId: other.id, userId: code ? other.oPlayerId : other.xPlayerId, position: 1 };
      if (code) await expect(watched.gateway.move(move)).rejects.toMatchObject({ code });
      else await watched.gateway.move(move);
      await passes(watched);
      const { game: held } = await watched.gateway.getGame({ gameId: game.id });
      expect(held).toMatchObject({ autoX: false, moves: [], version: 0 });
    } finally {
      await watched.stop();
    }
  });

  test('that is short does not end a turn whose deadline passed in it', async () => {
    const watched = await startHarness({ replicas: 1, env: LONG_TURNS });
    try {
      await reportOnce(watched);
      const game = await createFriendlyGame(watched.room);
      await runOut(game, watched);
      await passes(watched);
      const now = async () => (await watched.gateway.getGame({ gameId: game.id })).game;
      expect(await now()).toMatchObject({ moves: [], autoX: false });
      await watched.gateway.sendHeartbeat({ users: 2 });
      await until(async () => (await now()).autoX);
    } finally {
      await watched.stop();
    }
  });

  test('ends when the gateways had no player for long: the players left', async () => {
    const empty = await startHarness({ replicas: 1, env: SHORT_TURNS });
    try {
      await reportOnce(empty);
      const game = await createFriendlyGame(empty.room);
      await loseGateways(empty, 11);
      const isOver = until(
        async () => (await empty.gateway.getGame({ gameId: game.id })).game.status !== Status.ACTIVE,
      );
      await beatWhile(empty, 0, isOver);
    } finally {
      await empty.stop();
    }
  });
});

test('leaves every game consistent', () => expectConsistent(harness.sql));

import { fromMoves, NEW_GAME, toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { describe, expect, test } from 'vitest';
import { cursorOf, parseCursor } from '../src/domain/cursor.ts';
import { decideAbandon, decideDue, decideMove, decideTakeControl } from '../src/domain/decisions.ts';
import { draftGame, parseGameStart, startedGame } from '../src/domain/game-start.ts';
import type { Game } from '../src/domain/game.ts';
import { assertTimeRange } from '../src/domain/time-range.ts';
import { turnFrom, type Random } from '../src/domain/timings.ts';

const ANNA = toUserId('anna');
const BEN = toUserId('ben');
const ADA = toUserId('player_ada');
const BOB = toUserId('player_bob');
const AT = new Date('2026-03-02T12:00:00.000Z');
const MS = { turn: 30_000, grace: 2_000, autoMove: 1_500, botMin: 1_000, botMax: 3_000, stakeRetry: 5_000 };

const inMs = (ms: number) => new Date(AT.getTime() + ms);
const now = (ms = 0, random: Random = () => 0.5) => ({ at: inMs(ms), timings: MS, random });
const start = (rest: Partial<Parameters<typeof draftGame>[0]> = {}) => ({
  ...{ gameId: toGameId('9d0e2f1a-52a4-4f0e-9d3c-6a1f0d1c2b3a'), roomId: toRoomId('room'), round: 1 },
  ...{ players: [ANNA, BEN] as [UserId, UserId], bet: 0, xPlayerId: ANNA },
  ...rest,
});
/** A game that runs, after these moves, in which Anna has X. */
const running = (moves: readonly number[] = [], rest: Partial<Game> = {}): Game => ({
  ...startedGame(draftGame(start(), now()), now()),
  board: fromMoves(moves),
  ...rest,
});

describe('a start', () => {
  const request = {
    ...{ gameId: '9D0E2F1A-52A4-4F0E-9D3C-6A1F0D1C2B3A', roomId: 'room', round: 1 },
    ...{ playerIds: ['anna', 'ben'], bet: 5_000, xPlayerId: '' },
  };
  const parse = (rest: object) => parseGameStart({ ...request, ...rest } as never);

  test('is parsed with its id in lower case', () => {
    expect(parse({})).toEqual({
      ...{ gameId: '9d0e2f1a-52a4-4f0e-9d3c-6a1f0d1c2b3a', roomId: 'room', round: 1 },
      ...{ players: ['anna', 'ben'], bet: 5_000, xPlayerId: null },
    });
  });

  test.each([
    ['gameId', { gameId: 'no id' }],
    ['round', { round: 0 }],
    ['playerIds.1', { playerIds: ['anna', ''] }],
    ['bet', { bet: 4_999 }],
  ])('names %s when it is invalid', (field, invalid) => {
    expect(() => parse(invalid)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        details: { reason: expect.stringMatching(new RegExp(`^${field}: \\w`)) },
      }),
    );
  });

  test.each([
    ['A game needs two different players', start({ players: [ANNA, ANNA] })],
    ['A game needs a person', start({ players: [ADA, BOB], xPlayerId: ADA })],
    ['A bot plays for no coins', start({ players: [ANNA, ADA], bet: 5_000 })],
    ['A bot plays for no coins', start({ players: [ADA, ANNA], bet: 5_000 })],
    ['X is not one of the players', start({ xPlayerId: toUserId('carla') })],
  ])('is rejected: %s', (reason, invalid) => {
    expect(() => draftGame(invalid, now())).toThrow(
      expect.objectContaining({ code: 'INVALID', details: { reason } }),
    );
  });

  test('makes a game that waits for its stakes, in which either player may have X', () => {
    const draft = draftGame(start({ xPlayerId: BEN, bet: 5_000 }), now());
    expect(draft).toMatchObject({
      ...{ status: 'funding', players: { X: BEN, O: ANNA }, bet: 5_000, board: NEW_GAME, version: 0 },
      ...{ auto: { X: false, O: false }, renewed: false, startedAt: null, turnDeadline: null },
      dueAt: inMs(MS.stakeRetry),
    });
  });

  test('gives X the first turn', () => {
    const game = startedGame(draftGame(start(), now()), now(100));
    expect(game).toMatchObject({ status: 'active', startedAt: inMs(100), turnDeadline: inMs(30_100) });
    expect(game.dueAt).toEqual(inMs(32_100));
  });
});

describe('a turn', () => {
  test('of a person lasts its time and the grace period', () => {
    const turn = { turnDeadline: inMs(30_000), dueAt: inMs(32_000) };
    expect(turnFrom(AT, ANNA, false, MS, () => 0)).toEqual(turn);
  });

  test('of a seat on auto-play lasts until the server moves', () => {
    const turn = { turnDeadline: inMs(1_500), dueAt: inMs(1_500) };
    expect(turnFrom(AT, ANNA, true, MS, () => 0)).toEqual(turn);
  });

  test.each([
    [0, 1_000],
    [0.25, 1_500],
    [0.5, 2_000],
  ])('of a bot lasts from its least to its most time: at random %d, %d ms', (random, ms) => {
    const turn = { turnDeadline: inMs(30_000), dueAt: inMs(ms) };
    expect(turnFrom(AT, ADA, false, MS, () => random)).toEqual(turn);
  });
});

describe('a move', () => {
  test('gives the opponent a turn, ends auto-play of its seat, and is the player’s own', () => {
    const game = running([1, 2], { auto: { X: true, O: false }, renewed: true });
    expect(decideMove(game, ANNA, { position: 6 }, now(400))).toMatchObject({
      ...{ by: 'X', position: 6, byServer: false, at: inMs(400) },
      after: {
        ...{ version: 1, auto: { X: false, O: false }, renewed: false, lastMoveAt: inMs(400) },
        ...{ turnDeadline: inMs(30_400), dueAt: inMs(32_400) },
      },
    });
  });

  test('that ends a friendly game settles it; stakes are paid later', () => {
    const ended = (bet: number) =>
      decideMove(running([1, 2, 6, 3], { bet }), ANNA, { position: 11 }, now(400));
    const end = { status: 'finished', winner: 'X', condition: 'vertical', finishedAt: inMs(400) } as const;
    expect(ended(0)).toMatchObject({ after: { ...end, settledAt: inMs(400), dueAt: null } });
    expect(ended(5_000)).toMatchObject({ after: { ...end, settledAt: null, dueAt: inMs(5_400) } });
  });
});

describe('a move that names its ply', () => {
  const decide = (moves: readonly number[], position: number, ply: number) =>
    decideMove(running(moves), ANNA, { position, ply }, now(400));

  test('counts in the position that it was chosen for', () => {
    expect(decide([1, 2], 6, 3)).toMatchObject({ position: 6 });
  });

  test.each([
    ['an earlier', 1],
    ['a later', 5],
  ])('is rejected in another position: %s ply', (_, ply) => {
    expect(decide([1, 2], 6, ply)).toMatchObject({ code: 'CONFLICT' });
  });

  test('changes nothing when it is the move that was made there, also some moves ago', () => {
    expect(decide([5, 2], 5, 1)).toBe('same');
    expect(decide([5, 2, 6, 3], 5, 1)).toBe('same');
  });

  test('is no repeat of an own move at another ply, nor of a move of the opponent', () => {
    expect(decide([5, 2], 5, 3)).toMatchObject({ code: 'POSITION_OCCUPIED' });
    expect(decide([5, 2], 2, 2)).toMatchObject({ code: 'POSITION_OCCUPIED' });
  });
});

describe('taking control', () => {
  const auto = { X: true, O: true };

  test('on turn gives a fresh turn, once', () => {
    expect(decideTakeControl(running([1, 2], { auto }), ANNA, now(400), false)).toMatchObject({
      ...{ by: 'X', position: null, byServer: false },
      after: { auto: { X: false, O: true }, renewed: true, turnDeadline: inMs(30_400), dueAt: inMs(32_400) },
    });
    const renewed = running([1, 2], { auto, renewed: true });
    const { turnDeadline, dueAt } = renewed;
    expect(decideTakeControl(renewed, ANNA, now(400), false)).toMatchObject({
      after: { auto: { X: false, O: true }, renewed: true, turnDeadline, dueAt },
    });
  });

  test('during the opponent’s turn leaves that turn as it is', () => {
    const game = running([1, 2], { auto });
    const { turnDeadline, dueAt } = game;
    expect(decideTakeControl(game, BEN, now(400), false)).toMatchObject({
      after: { auto: { X: true, O: false }, renewed: false, turnDeadline, dueAt },
    });
  });

  test.each([ANNA, BEN])(
    'is an error for the seat of %s without auto-play, and none in a repeat',
    (userId) => {
      const game = running([1, 2], { auto: { X: false, O: false } });
      expect(decideTakeControl(game, userId, now(400), false)).toMatchObject({
        code: 'AUTO_PLAY_NOT_ACTIVE',
      });
      expect(decideTakeControl(game, userId, now(400), true)).toBe('same');
    },
  );
});

describe('a turn that ran out', () => {
  test('puts the seat on auto-play: the server moves for it later', () => {
    expect(decideDue(running([1, 2]), now(400))).toMatchObject({
      ...{ by: 'X', position: null, byServer: true },
      after: { auto: { X: true, O: false }, turnDeadline: inMs(1_900), dueAt: inMs(1_900) },
    });
  });

  test('is played by the server for a seat on auto-play, or whose turn was renewed', () => {
    for (const rest of [{ auto: { X: true, O: false } }, { renewed: true }]) {
      const { position, byServer, after } = decideDue(running([1, 2], rest), now(400));
      expect({ position, byServer, x: after.auto.X }).toEqual({
        position: expect.any(Number),
        ...{ byServer: true, x: true },
      });
    }
  });

  test('is the bot’s own move when the seat is a bot’s', () => {
    const game = running([1], { players: { X: ANNA, O: ADA } });
    expect(decideDue(game, now(400))).toMatchObject({ by: 'O', byServer: false, after: { version: 1 } });
  });

  test('expires the game when both players are absent and fewer than two moves were made', () => {
    const auto = { X: true, O: false };
    expect(decideDue(running([1], { auto }), now(400))).toMatchObject({
      byServer: true,
      after: { status: 'abandoned', condition: 'expired', winner: null, auto: { X: true, O: true } },
    });
    const later = decideDue(running([1, 2], { auto: { X: false, O: true } }), now(400));
    expect(later.after).toMatchObject({ status: 'active', auto: { X: true, O: true } });
  });

  test('is played when both seats were on auto-play before: only one player is new to it once', () => {
    const game = running([1], { auto: { X: true, O: true } });
    expect(decideDue(game, now(400)).after).toMatchObject({ status: 'active' });
  });
});

test('a stranger neither leaves a game nor takes control in it', () => {
  const stranger = toUserId('carla');
  for (const decide of [decideAbandon, decideTakeControl])
    expect(decide(running(), stranger, now(), false)).toMatchObject({ code: 'NOT_A_PLAYER' });
});

describe('a page', () => {
  const ended = running([], { finishedAt: AT });

  test('continues where its cursor says', () => {
    expect(parseCursor(cursorOf(ended))).toEqual({ at: AT.toISOString(), id: ended.id });
  });

  test.each(['', 'x', '2026-02-30T12:00:00.000Z', '2026-03-02T25:00:00.000Z', '0000-03-02T12:00:00.000Z'])(
    'is rejected at the instant “%s”',
    (at) => {
      const cursor = Buffer.from(`${at} ${ended.id}`).toString('base64url');
      expect(() => parseCursor(cursor)).toThrow(
        expect.objectContaining({ code: 'INVALID', details: { reason: 'Invalid cursor' } }),
      );
    },
  );

  test('of a range needs both of its ends', () => {
    expect(assertTimeRange({ from: AT, until: AT })).toEqual({ from: AT, until: AT });
    for (const range of [{ from: AT }, { until: AT }, {}])
      expect(() => assertTimeRange(range)).toThrow(
        expect.objectContaining({ code: 'INVALID', details: { reason: 'A range has two ends' } }),
      );
  });
});

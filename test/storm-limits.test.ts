import { describe, expect, test } from 'vitest';
import type { GameStorm } from '../scripts/bench/game-storm.ts';
import { emptyTimes } from '../scripts/bench/play-times.ts';
import type { Storm } from '../scripts/bench/storm.ts';
import { gameStormFailures, requestStormFailures, type RequestStorm } from '../scripts/bench/storm-limits.ts';

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

/** Guests at five times the load, as docs/measurements/overload.md has them. */
const guests: Storm = {
  ...{ offered: 283, seconds: 4.9, accepted: times(418, 1_117), rejected: times(712, 278), silent: 0 },
  outcomes: new Map([
    ['201', 418],
    ['503', 712],
  ]),
};

/** Returns what fails when a storm differs in this from the measured one. */
const failuresOf = (result: Partial<Storm>, row: Partial<RequestStorm> = {}): string[] =>
  requestStormFailures({
    ...{ kind: 'guests', factor: 5, capacity: 56.6, moves: times(160, 256), recoveredMs: 700 },
    ...row,
    result: { ...guests, ...result },
  });

describe('a storm of requests', () => {
  test('holds with the measured times, also with those of the slowest run', () => {
    expect(failuresOf({})).toEqual([]);
    expect(failuresOf({ rejected: times(712, 1_300) })).toEqual([]);
  });

  test('fails when all are rejected, late, while moves take longer than it lasts', () => {
    const outcomes = new Map([['503', 1_130]]);
    expect(
      failuresOf({ accepted: [], rejected: times(1_130, 8_000), outcomes }, { moves: times(10, 20_000) }),
    ).toEqual([
      'guests 5×: 0.0/s accepted, of a capacity of 56.6/s',
      'guests 5×: p99 of the rejected is 8000 ms',
      'guests 5×: p99 of the moves is 20000 ms',
    ]);
  });

  test('fails when no move was played meanwhile, and when a kind is never accepted', () => {
    expect(failuresOf({}, { moves: [] })).toEqual(['guests 5×: no move was played']);
    const nothing = { offered: 0, accepted: [], rejected: [], outcomes: new Map() };
    expect(failuresOf(nothing, { capacity: 0 })).toEqual([
      'guests 5×: 0.0/s accepted, of a capacity of 0.0/s',
    ]);
  });

  test('fails when it accepts less than half of the capacity', () => {
    expect(failuresOf({ accepted: times(138, 300) })).toEqual([
      'guests 5×: 28.2/s accepted, of a capacity of 56.6/s',
    ]);
    expect(failuresOf({ accepted: times(140, 300) })).toEqual([]);
  });

  test('need not accept more than is offered', () => {
    expect(failuresOf({ offered: 14, accepted: times(60, 100) }, { factor: 0.25 })).toEqual([]);
  });

  test('fails when more than a twentieth was not sent, for then the load was another one', () => {
    const outcomes = (count: number) => new Map([...guests.outcomes, ['not sent', count]]);
    expect(failuresOf({ outcomes: outcomes(50) })).toEqual([]);
    expect(failuresOf({ outcomes: outcomes(70) })).toEqual(['guests 5×: 70 of 1200 requests were not sent']);
  });

  test('fails for responses that are not honest, and when the product is not as before', () => {
    const outcomes = new Map([...guests.outcomes, ['500', 3]]);
    expect(failuresOf({ outcomes, silent: 2 }, { recoveredMs: 12_000 })).toEqual([
      'guests 5×: 2 rejections without Retry-After',
      'guests 5×: recovered after 12000 ms',
      'guests 5×: 3 requests: 500',
    ]);
  });
});

describe('a storm of games', () => {
  /** 255 pairs, as docs/measurements/overload.md has them. */
  const pairs: GameStorm = {
    ...{ pairs: 255, seconds: 9.8, games: 800, rejected: new Map(), endedMs: 1_800 },
    times: { ...emptyTimes(), own: times(12_000, 473) },
  };
  const failuresWith = (storm: Partial<GameStorm>): string[] =>
    gameStormFailures({ factor: 5, capacity: 60, storm: { ...pairs, ...storm }, recoveredMs: 0 });

  test('holds with the measured times', () => {
    expect(failuresWith({})).toEqual([]);
  });

  test('fails for slow moves, and without any', () => {
    const withMoves = (own: number[]) => failuresWith({ times: { ...emptyTimes(), own } });
    expect(withMoves(times(12_000, 1_200))).toEqual(['games 5×: p99 of the moves is 1200 ms']);
    expect(withMoves([])).toEqual(['games 5×: no move was played']);
  });

  test('fails for games that do not end, and for fewer than half of those it carries', () => {
    expect(failuresWith({ endedMs: undefined })).toEqual(['games 5×: some games did not end']);
    expect(failuresWith({ games: 280 })).toEqual(['games 5×: 28.6 games/s, of a capacity of 60.0/s']);
  });

  test('fails for errors other than those of a busy product', () => {
    const rejected = new Map([
      ['search rejected', 5],
      ['move_error: SERVICE_UNAVAILABLE busy', 5],
      ['move_error: INTERNAL', 1],
    ]);
    expect(failuresWith({ rejected })).toEqual(['games 5×: rejected: move_error: INTERNAL']);
  });
});

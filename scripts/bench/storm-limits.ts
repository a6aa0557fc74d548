import type { GameStorm } from './game-storm.ts';
import { quantile } from './quantiles.ts';
import { NOT_SENT, type Storm } from './storm.ts';

/** Milliseconds within which 99 of 100 accepted requests get their response, at any load. */
const ACCEPTED_MS = 3_000;
/** The same for rejected ones. Without a bound of what a gateway admits, they took six seconds. */
const REJECTED_MS = 2_000;
/** The same for moves: four times what docs/slo.md gives them at usual load, and far less than a turn. */
const MOVE_MS = 1_000;
/** Share of the capacity that a storm must not take away. */
const GOODPUT = 0.5;
/** Share of the requests that a storm may lack. With more, its load is not the one that its row names. */
const NOT_SENT_SHARE = 0.05;
/** Milliseconds after a storm within which a request takes no longer than before. */
export const RECOVERY_MS = 10_000;

/** Outcomes that are a response of a busy product or a usual one, and what such a product may send to a player. */
const IS_HONEST_OUTCOME = /^(2..|409|429|503)$/;
const IS_HONEST_MESSAGE = /^search rejected$|SERVICE_UNAVAILABLE/;

/** A storm of requests, and what was measured beside it. */
export interface RequestStorm {
  readonly kind: string;
  /** Load in multiples of the capacity. */
  readonly factor: number;
  /** Requests a second that the product accepts. */
  readonly capacity: number;
  readonly result: Storm;
  /** Milliseconds of the moves that were played meanwhile. */
  readonly moves: readonly number[];
  readonly recoveredMs: number;
}

/** Returns the limits that do not hold in a storm of requests. */
export function requestStormFailures(storm: RequestStorm): string[] {
  const { kind, factor, capacity, result, moves, recoveredMs } = storm;
  const { offered, seconds, accepted, rejected, outcomes, silent } = result;
  const goodput = accepted.length / seconds;
  const sent = [...outcomes].filter(([what]) => what !== NOT_SENT);
  const notSent = outcomes.get(NOT_SENT) ?? 0;
  const requests = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  return failuresOf(`${kind} ${factor}×`, [
    silent > 0 && `${silent} rejections without Retry-After`,
    (goodput === 0 || goodput < GOODPUT * Math.min(capacity, offered)) &&
      `${goodput.toFixed(1)}/s accepted, of a capacity of ${capacity.toFixed(1)}/s`,
    isLate(accepted, ACCEPTED_MS) && `p99 of the accepted is ${p99(accepted)} ms`,
    isLate(rejected, REJECTED_MS) && `p99 of the rejected is ${p99(rejected)} ms`,
    ...moveFailures(moves),
    recoveredMs > RECOVERY_MS && `recovered after ${recoveredMs.toFixed(0)} ms`,
    notSent > NOT_SENT_SHARE * requests && `${notSent} of ${requests} requests were not sent`,
    ...sent.map(([what, count]) => !IS_HONEST_OUTCOME.test(what) && `${count} requests: ${what}`),
  ]);
}

/** A storm of games, and what was measured beside it. */
interface MeasuredGames {
  /** Load in multiples of the pairs that the product carries. */
  readonly factor: number;
  /** Games a second that the product carries. */
  readonly capacity: number;
  readonly storm: GameStorm;
  readonly recoveredMs: number;
}

/** Returns the limits that do not hold in a storm of games. */
export function gameStormFailures({ factor, capacity, storm, recoveredMs }: MeasuredGames): string[] {
  const { games, seconds, times, rejected, endedMs } = storm;
  return failuresOf(`games ${factor}×`, [
    endedMs === undefined && 'some games did not end',
    games / seconds < GOODPUT * capacity * Math.min(1, factor) &&
      `${(games / seconds).toFixed(1)} games/s, of a capacity of ${capacity.toFixed(1)}/s`,
    ...moveFailures(times.own),
    recoveredMs > RECOVERY_MS && `recovered after ${recoveredMs.toFixed(0)} ms`,
    ...[...rejected.keys()].map((what) => !IS_HONEST_MESSAGE.test(what) && `rejected: ${what}`),
  ]);
}

const moveFailures = (moves: readonly number[]): (string | false)[] => [
  moves.length === 0 && 'no move was played',
  isLate(moves, MOVE_MS) && `p99 of the moves is ${p99(moves)} ms`,
];

const isLate = (times: readonly number[], limitMs: number): boolean => quantile(times, 0.99) > limitMs;

const p99 = (times: readonly number[]): string => quantile(times, 0.99).toFixed(0);

const failuresOf = (storm: string, checks: readonly (string | false)[]): string[] =>
  checks.flatMap((text) => (text ? [`${storm}: ${text}`] : []));

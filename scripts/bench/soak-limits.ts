import { DRAWN_GAME } from './bench-player.ts';
import type { Judgement } from './soak-series.ts';

/** Minutes of a soak from which every series must be clear. */
const CLEAR_MINUTES = 120;
/** Share of the games in which a message or guest may be rejected: the error rate of docs/slo.md. */
const REJECTED = 0.001;
/** Share of the games of its rate that a soak must play: fewer are another load. */
const PLAYED = 0.9;

/** What a soak has measured. */
export interface Soak {
  /** By the name of the series. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly minutes: number;
  /** Requested moves a second. */
  readonly rate: number;
  readonly games: number;
  /** Messages and guests that were rejected. */
  readonly rejected: number;
  /** The product's processes before and after the soak. */
  readonly pids: Record<'before' | 'after', Readonly<Record<string, number>>>;
}

/** Returns what fails. */
export function soakFailures({ judgements, minutes, rate, games, rejected, pids }: Soak): string[] {
  const failing = minutes < CLEAR_MINUTES ? ['grows', 'unseen'] : ['grows', 'unseen', 'unclear'];
  const expected = (rate * 60 * minutes) / DRAWN_GAME.length;
  return [
    ...[...judgements].flatMap(([name, { verdict }]) =>
      failing.includes(verdict) ? [`${name}: ${verdict}`] : [],
    ),
    ...(judgements.size === 0 ? ['no sample was taken'] : []),
    ...Object.entries(pids.before).flatMap(([name, pid]) =>
      pids.after[name] === pid ? [] : [`${name} has restarted`],
    ),
    ...(rejected > REJECTED * games ? [`${rejected} messages and guests were rejected`] : []),
    ...(games < PLAYED * expected ? [`${games} games instead of ${expected.toFixed(0)}`] : []),
  ];
}

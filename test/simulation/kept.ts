import type { Run } from './simulation.ts';

/** A run of a situation in which the product failed once, and which too few seeds reach to expect it of them. */
export interface KeptRun extends Run {
  /** The event by which the situation is observed. */
  shows: string;
  /** The mutant that undoes the repair: with it, the run fails. */
  notices: string;
}

/** Every run of the simulation repeats these first. */
export const kept: readonly KeptRun[] = [
  {
    seed: 96551,
    shows: 'start repeated after the end of its game',
    notices: 'a start may be repeated after the end of its game',
  },
  {
    seed: 5,
    shows: 'event taken by a killed consumer',
    notices: 'events of a killed consumer are soon delivered again',
  },
  {
    seed: 99502,
    shows: 'game ended before its start was recorded',
    notices: 'a game that ended before its start was recorded uses up the consent to it',
  },
];

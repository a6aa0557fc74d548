import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = z.coerce.number().positive().max(3_600);
const count = z.coerce.number().int().min(0).max(1_000_000);

export const leaderboardConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The ledger, which pays the rewards. */
  ECONOMY_ADDR: address,
  /** Is asked how many games ended, and which: a week is closed when all of them are counted. */
  GAME_ADDR: address,
  /** Is asked who of a week's players is registered, should a fact have been lost. */
  IDENTITY_ADDR: address,

  /** Games of two people in one network or with one device count for the week: only where everybody shares an address. */
  SAME_NETWORK_COUNTS: z.stringbool().default(false),
  /** Wins over the same person that count in a week. */
  WINS_A_PAIR: count.default(10),
  /** Different people somebody must have played with for a reward … */
  PRIZE_OPPONENTS: count.default(10),
  /** … in a week in which at least so many people have played; */
  PRIZE_PLAYERS: count.default(20),
  /** in a week of fewer, so many different people. */
  PRIZE_OPPONENTS_OF_FEW: count.default(3),

  /** How often each replica looks for weeks to close and rewards to pay. */
  CLOSE_SWEEP_SECONDS: seconds.default(10),
  /** A week is not closed before it has been over for so long: the last games of it are being written. */
  CLOSE_AFTER_SECONDS: seconds.default(60),
  /** How often each replica compares the games of the running week with the game service's. */
  COMPARE_SECONDS: seconds.default(60),
});

export type LeaderboardConfig = z.output<typeof leaderboardConfig>;

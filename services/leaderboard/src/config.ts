import { address, baseConfig, natsConfig, numeric, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = numeric(z.number().positive().max(3_600));
const count = numeric(z.number().int().min(0).max(1_000_000));

export const leaderboardConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** Address of the economy service, which pays the rewards. */
  ECONOMY_ADDR: address,
  /** Address of the game service. A week is closed when this service has all of its finished games. */
  GAME_ADDR: address,
  /** Address of the identity service. It is queried for registrations and access records whose events were lost. */
  IDENTITY_ADDR: address,

  /** Count games within one network or device, too. Only for installations where all players share an address. */
  SAME_NETWORK_COUNTS: z.stringbool().default(false),
  /** Wins over the same opponent that count in a week. */
  WINS_PER_OPPONENT: count.default(10),
  /** Different opponents required for a reward in a week of at least `LARGE_WEEK_PLAYERS` players. */
  REWARD_OPPONENTS: count.default(10),
  /** Players from which on a week requires `REWARD_OPPONENTS`. */
  LARGE_WEEK_PLAYERS: count.default(20),
  /** Different opponents required for a reward in a week of fewer players. */
  REWARD_OPPONENTS_IN_SMALL_WEEK: count.default(3),

  /** Seconds between two passes of the job that closes weeks and pays rewards, in each replica. */
  CLOSE_INTERVAL_SECONDS: seconds.default(10),
  /** Seconds from the end of a week to the first attempt to close it: its last games are still being stored. */
  CLOSE_AFTER_SECONDS: seconds.default(60),
  /** Seconds between two comparisons of the running week with the game service, in each replica. */
  COMPARE_SECONDS: seconds.default(60),
});

export type LeaderboardConfig = z.output<typeof leaderboardConfig>;

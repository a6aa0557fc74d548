import { AUTO_PLAY_DELAY, TURN_SECONDS } from '@fifteen/domain';
import { address, baseConfig, natsConfig, numeric, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = numeric(z.number().positive().max(3_600));
const countUpTo = (max: number) => numeric(z.number().int().min(1).max(max));

export const gameConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** Address of the economy service, which holds and pays the stakes. */
  ECONOMY_ADDR: address,

  /**
   * Seconds that a player has for a move. With more than 38 and the other defaults, a legal game for coins may outlast the
   * economy's `longest_stake()`, 20 minutes, which then reports its stake as overdue.
   */
  TURN_SECONDS: seconds.default(TURN_SECONDS),
  /** Seconds after its deadline in which a move is still accepted, for the latency of the network. */
  GRACE_SECONDS: seconds.default(0.5),
  /** Seconds before a move that the server makes for an absent player. */
  AUTO_MOVE_SECONDS: seconds.default(AUTO_PLAY_DELAY / 1_000),
  /** Minimum and maximum seconds that a bot takes for a move. */
  BOT_MIN_SECONDS: seconds.default(1),
  BOT_MAX_SECONDS: seconds.default(3),

  /** Seconds after which a game whose stakes are not held is called off. */
  FUNDING_SECONDS: seconds.default(15),
  /** Seconds before a failed request to economy is repeated. */
  STAKE_RETRY_SECONDS: seconds.default(5),
  /** Seconds without a tick of the game service, or of any gateway, that count as an outage and extend all turns. */
  OUTAGE_SECONDS: seconds.default(5),
  /** Seconds for which gateways without a connected player count as an outage; then the clocks run again. */
  EMPTY_GATEWAYS_SECONDS: seconds.default(600),
  /** Highest bet of a new player in coins; 0 for no limit. */
  STAKE_LIMIT_COINS: numeric(z.number().int().min(0)).default(0),
  /** Finished games against other people after which the limit ends; a check reads 1,000 of each seat, and no more … */
  STAKE_LIMIT_GAMES: countUpTo(1_000).default(20),
  /** … if they had so many different opponents. */
  STAKE_LIMIT_OPPONENTS: countUpTo(1_000).default(5),
  /** Seconds between two passes of the clocks in each replica, and so the maximum delay of a clock. */
  CLOCK_INTERVAL_SECONDS: seconds.default(0.3),
  /** Seconds between two passes over unfinished stakes in each replica. */
  STAKE_INTERVAL_SECONDS: seconds.default(2),
  /** Seconds between two passes over games for coins without a fair-play review in each replica. */
  FAIR_PLAY_INTERVAL_SECONDS: seconds.default(5),
  /** Seconds between the end of a game for coins and the audit of its payout: it is paid by then. */
  PAYOUT_AUDIT_SECONDS: seconds.default(300),

  /** Maximum number of cached games, about 1 KiB each; the least recently used are removed first. */
  CACHED_GAMES: countUpTo(1_000_000).default(20_000),
  /** Maximum number of moves that wait for their commit; further ones get SERVICE_UNAVAILABLE. */
  WAITING_MOVES: countUpTo(1_000_000).default(5_000),
});

export type GameConfig = z.output<typeof gameConfig>;

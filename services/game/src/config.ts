import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = z.coerce.number().positive().max(3_600);
const count = z.coerce.number().int().min(1).max(1_000_000);

export const gameConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The ledger, which holds and pays the stakes. */
  ECONOMY_ADDR: address,

  /** How long a player has for a move. */
  TURN_SECONDS: seconds.default(30),
  /** A move may come so much later than its deadline, for the line. */
  GRACE_SECONDS: seconds.default(0.5),
  /** Pause before a move that the server plays for an absent player. */
  AUTO_MOVE_SECONDS: seconds.default(2),
  /** A bot takes between these two for a move. */
  BOT_MIN_SECONDS: seconds.default(1),
  BOT_MAX_SECONDS: seconds.default(3),

  /** A game whose stakes could not be taken for so long is called off. */
  FUNDING_SECONDS: seconds.default(15),
  /** Wait before what the ledger did not answer is asked again. */
  STAKE_RETRY_SECONDS: seconds.default(5),
  /** A longer time without a tick of the game service, or of any gateway, counts as an outage and extends all turns. */
  OUTAGE_SECONDS: seconds.default(5),
  /** Gateways that run without a connected player count as an outage for so long; then the clocks run again. */
  EMPTY_GATEWAYS_SECONDS: seconds.default(600),
  /** The highest bet of a new player; 0 for no limit. */
  STAKE_LIMIT_COINS: z.coerce.number().int().min(0).default(0),
  /** Finished games with other people after which the limit ends … */
  STAKE_LIMIT_GAMES: count.default(20),
  /** … and how many different opponents they need. */
  STAKE_LIMIT_OPPONENTS: count.default(5),
  /** How often each replica looks for turns that ran out; a clock is late by that much at most. */
  CLOCK_SWEEP_SECONDS: seconds.default(0.3),
  /** How often each replica looks for stakes that a crash left undone. */
  STAKE_SWEEP_SECONDS: seconds.default(2),
  /** How often each replica looks for games for coins whose play was not looked at yet. */
  FAIR_PLAY_SWEEP_SECONDS: seconds.default(5),

  /** Games kept in memory, the least recently played forgotten first. About 1 KiB each. */
  CACHED_GAMES: count.default(20_000),
  /** Moves that may wait for their commit; beyond, SERVICE_UNAVAILABLE. */
  WAITING_MOVES: count.default(5_000),
});

export type GameConfig = z.output<typeof gameConfig>;

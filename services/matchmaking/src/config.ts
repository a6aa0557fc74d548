import { SEARCH_SECONDS } from '@fifteen/domain';
import { address, baseConfig, natsConfig, numeric, redisConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = numeric(z.number().min(0).max(3_600));

export const matchmakingConfig = baseConfig.extend({
  ...redisConfig,
  ...natsConfig,
  /** Address of room, which creates matches and checks stakes. */
  ROOM_ADDR: address,
  /** Address of social, which knows blocks. */
  SOCIAL_ADDR: address,
  /**
   * Seconds alone in the queue after which a friendly search meets a computer player, and a search for coins is offered
   * one; 0 for never.
   */
  BOT_AFTER_SECONDS: seconds.default(40),
  /** Seconds after which a search ends without a match (docs/spec/play.md#play-4.8). */
  SEARCH_SECONDS: seconds.default(SEARCH_SECONDS),
  /** Seconds after the last report of its player's socket within which a search meets an opponent. */
  ABSENT_SECONDS: seconds.default(15),
  /** Seconds of the lease of a pair while its match is being made. */
  LEASE_SECONDS: seconds.default(6),
});

export type MatchmakingConfig = z.output<typeof matchmakingConfig>;

import { address, baseConfig, natsConfig, redisConfig } from '@fifteen/runtime';
import { z } from 'zod';

const seconds = z.coerce.number().min(0).max(3_600);

export const matchmakingConfig = baseConfig.extend({
  ...redisConfig,
  ...natsConfig,
  /** The room service, which makes matches real and knows who can and may play for so much. */
  ROOM_ADDR: address,
  /** Friends and blocks, asked who is not to meet whom. */
  SOCIAL_ADDR: address,
  /**
   * Seconds alone in the queue after which a friendly search meets a computer opponent, and a search for coins is offered
   * one; 0 for never.
   */
  BOT_AFTER_SECONDS: seconds.default(40),
  /** Seconds after which a search ends without a match (core-of-play, section 4). */
  SEARCH_SECONDS: seconds.default(60),
  /** Seconds a search outlives the last word from its player's socket. */
  ABSENT_SECONDS: seconds.default(15),
  /** Seconds a pair is held while its match is being made. */
  LEASE_SECONDS: seconds.default(6),
});

export type MatchmakingConfig = z.output<typeof matchmakingConfig>;

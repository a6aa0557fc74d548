import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import type { z } from 'zod';

export const economyConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The game service, which is asked how a game ended whose stakes are held too long. */
  GAME_ADDR: address,
});

export type EconomyConfig = z.output<typeof economyConfig>;

import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import type { z } from 'zod';

export const economyConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** Address of the game service, which knows how a game with an overdue stake ended. */
  GAME_ADDR: address,
});

export type EconomyConfig = z.output<typeof economyConfig>;

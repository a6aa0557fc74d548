import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import type { z } from 'zod';

export const roomConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The game service, which starts, ends and knows games. */
  GAME_ADDR: address,
  /** The ledger, asked whether somebody who sits down can pay. */
  ECONOMY_ADDR: address,
});

export type RoomConfig = z.output<typeof roomConfig>;

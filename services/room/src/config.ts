import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

export const roomConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The game service, which starts, ends and knows games. */
  GAME_ADDR: address,
  /** The ledger, asked whether somebody who sits down can pay. */
  ECONOMY_ADDR: address,
  /** How long a computer opponent is announced before its game starts; below COUNTDOWN_OVER_S, which starts it anyway. */
  ANNOUNCE_SECONDS: z.coerce.number().min(0).max(4).default(3),
});

export type RoomConfig = z.output<typeof roomConfig>;

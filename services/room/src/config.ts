import { address, baseConfig, natsConfig, numeric, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

export const roomConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** Address of the game service, which starts, ends and stores games. */
  GAME_ADDR: address,
  /** Address of the economy service, which stores the balances of players. */
  ECONOMY_ADDR: address,
  /** Seconds for which a computer player is announced before its game starts, 0 to 4: less than COUNTDOWN_TIMEOUT_S. */
  ANNOUNCE_SECONDS: numeric(z.number().min(0).max(4)).default(3),
});

export type RoomConfig = z.output<typeof roomConfig>;

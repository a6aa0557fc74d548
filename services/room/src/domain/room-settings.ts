import { z } from 'zod';

/** Parses a request for a room. */
export const roomSettings = z.object({
  ownerId: z.string().min(1),
  requestId: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(40),
  maxPlayers: z.literal([2, 4]),
  bet: z.literal([0, 5_000, 50_000, 250_000, 1_000_000, 10_000_000]),
  private: z.boolean(),
});

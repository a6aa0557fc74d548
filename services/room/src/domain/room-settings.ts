import { MAX_PLAYERS, REQUEST_ID_MAX, ROOM_BETS, ROOM_NAME_LENGTH, toUserId } from '@fifteen/domain';
import { z } from 'zod';

/** Parses a request for a room. */
export const roomSettings = z.object({
  ownerId: z.string().min(1).transform(toUserId),
  requestId: z.string().min(1).max(REQUEST_ID_MAX),
  name: z.string().trim().min(1).max(ROOM_NAME_LENGTH),
  maxPlayers: z.literal(MAX_PLAYERS),
  bet: z.literal(ROOM_BETS),
  private: z.boolean(),
});

import type { RoomService } from '@fifteen/proto/room';
import type { Access, Handlers } from '@fifteen/runtime';
import { leaveRoom } from './leave.ts';
import { createMatch, matchExists } from './match.ts';
import type { Parts } from './parts.ts';
import { currentRoom, viewRoom } from './view.ts';

/** Only the queue makes matches; people act through the gateway. */
export const access: Access<typeof RoomService> = {
  createMatch: ['matchmaking'],
  getMatch: ['matchmaking'],
  current: ['gateway', 'matchmaking', 'admin'],
  get: ['gateway', 'admin'],
  leave: ['gateway'],
};

export const handlers = (parts: Parts): Handlers<typeof RoomService> => ({
  createMatch: (request) => createMatch(parts, request),
  getMatch: async ({ matchId }) => ({ exists: await matchExists(parts, matchId) }),
  current: ({ userId }) => currentRoom(parts, userId),
  get: ({ roomId, viewerId }) => viewRoom(parts, roomId, viewerId),
  leave: async ({ roomId, userId }) => {
    await leaveRoom(parts, roomId, userId);
    return {};
  },
});

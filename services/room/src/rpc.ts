import { RoomService } from '@fifteen/proto/room';
import type { Access, Handlers } from '@fifteen/runtime';
import { leaveRoom } from './leave.ts';
import { createMatch, matchExists } from './match.ts';
import type { Parts } from './parts.ts';
import { currentRoom, viewRoom } from './view.ts';

const { createMatch: match, getMatch, current, get, leave } = RoomService;
/** The calls of the room service that are served. */
export const served = { createMatch: match, getMatch, current, get, leave };

/** Only the queue makes matches; people act through the gateway. */
export const access: Access<typeof served> = {
  createMatch: ['matchmaking'],
  getMatch: ['matchmaking'],
  current: ['gateway', 'matchmaking', 'admin'],
  get: ['gateway', 'admin'],
  leave: ['gateway'],
};

export const handlers = (parts: Parts): Handlers<typeof served> => ({
  createMatch: (request) => createMatch(parts, request),
  getMatch: async ({ matchId }) => ({ exists: await matchExists(parts, matchId) }),
  current: ({ userId }) => currentRoom(parts, userId),
  get: ({ roomId, viewerId }) => viewRoom(parts, roomId, viewerId),
  leave: async ({ roomId, userId }) => {
    await leaveRoom(parts, roomId, userId);
    return {};
  },
});

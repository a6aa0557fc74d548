import type { ReceivedMessage } from '@fifteen/contract';
import { permissionFor, type RoomRelation, type Stage } from '../../src/realtime/permissions.ts';

/** The sender of a cell: by the relation to the room, or with a block, in either direction, with a player of it. */
export const SENDERS = ['stranger', 'blocked', 'spectator', 'player', 'owner'] as const satisfies (
  RoomRelation | 'blocked'
)[];
export type Sender = (typeof SENDERS)[number];

export const STAGES: readonly Stage[] = ['waiting', 'playing', 'over'];

/** Returns the outcome of a message: `permissions.ts` knows no blocks, which make a stranger of a user who may not join. */
export function outcomeFor(
  type: ReceivedMessage['type'],
  sender: Sender,
  stage: Stage,
): ReturnType<typeof permissionFor> {
  if (sender !== 'blocked') return permissionFor(type, sender, stage);
  return type === 'join_room_request' ? 'BLOCKED_IN_ROOM' : permissionFor(type, 'stranger', stage);
}

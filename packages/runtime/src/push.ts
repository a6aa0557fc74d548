import type { RoomId, UserId } from '@fifteen/domain';
import { Push } from '@fifteen/proto/events';
import type { Nats } from './nats.ts';
import { traceparent } from './trace.ts';

/** What a push says: its kind (`$case`) and value. */
export type PushBody = NonNullable<Push['body']>;

/** Ephemeral messages to browsers. They may be lost, so each carries whole state, and clients query what they missed. */
export interface Pusher {
  /** To every open socket of a user. */
  toUser(userId: UserId, body: PushBody): void;
  /** To the players and spectators of a room. */
  toRoom(roomId: RoomId, body: PushBody): void;
}

/** Subject of a user's or a room's pushes. */
export const pushSubject = (nats: Nats, kind: 'user' | 'room', id: string): string =>
  `${nats.namespace}push.${kind}.${id}`;

/** Publishes on core NATS; drops pushes while the broker is unavailable. */
export function createPusher(nats: Nats): Pusher {
  const publish = (kind: 'user' | 'room', id: string, body: PushBody): void => {
    if (!nats.isConnected) return;
    const bytes = Push.encode({ traceparent: traceparent(), body }).finish();
    nats.connection.publish(pushSubject(nats, kind, id), bytes);
  };
  return {
    toUser: (userId, body) => publish('user', userId, body),
    toRoom: (roomId, body) => publish('room', roomId, body),
  };
}

import { Push } from '@fifteen/proto/events';
import type { Nats } from './nats.ts';
import { traceparent } from './trace.ts';

export type PushBody = NonNullable<Push['body']>;

/** Live pushes to browsers. They may be lost, so each carries whole state; what was missed is asked for again. */
export interface Pusher {
  /** To every open socket of a user. */
  toUser(userId: string, body: PushBody): void;
  /** To everyone in a room, players and spectators. */
  toRoom(roomId: string, body: PushBody): void;
}

/** Subject of a user's or a room's pushes. */
export const pushSubject = (nats: Nats, kind: 'user' | 'room', id: string): string =>
  `${nats.namespace}push.${kind}.${id}`;

/** Publishes on core NATS; drops silently while the broker is away. */
export function createPusher(nats: Nats): Pusher {
  const publish = (kind: 'user' | 'room', id: string, body: PushBody): void => {
    if (!nats.up) return;
    const bytes = Push.encode({ traceparent: traceparent(), body }).finish();
    nats.connection.publish(pushSubject(nats, kind, id), bytes);
  };
  return {
    toUser: (userId, body) => publish('user', userId, body),
    toRoom: (roomId, body) => publish('room', roomId, body),
  };
}

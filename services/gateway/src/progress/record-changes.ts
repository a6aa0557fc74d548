import { Event } from '@fifteen/proto/events';
import type { Nats } from '@fifteen/runtime';
import type { UserConnections } from '../realtime/user-connections.ts';

/**
 * Notifies the sockets of each user whose record, level, achievements or border changed: a record is written after the
 * end of its game was sent. Events may be lost: a client also queries its record when a game starts or ends.
 */
export function notifyRecordChanges(nats: Nats, connections: Pick<UserConnections, 'of'>): void {
  nats.connection.subscribe(`${nats.namespace}leaderboard.record_changed`, {
    callback: (error, message) => {
      const body = error ? undefined : Event.decode(message.data).body;
      if (body?.$case !== 'recordChanged') return;
      for (const connection of connections.of(body.value.userId)) connection.send({ type: 'record_changed' });
    },
  });
}

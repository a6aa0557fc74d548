import type { Log, Nats } from '@fifteen/runtime';
import { subscribeToEvents } from '../clients/event-subscriptions.ts';
import type { UserConnections } from '../realtime/user-connections.ts';

/**
 * Notifies the sockets of each user whose record, level, achievements or border changed: a record is written after the
 * end of its game was sent. Events may be lost: a client also queries its record when a game starts or ends.
 */
export function notifyRecordChanges(
  context: { nats: Nats; log: Log },
  connections: Pick<UserConnections, 'of'>,
): void {
  subscribeToEvents(context, 'leaderboard.record_changed', (body) => {
    if (body.$case !== 'recordChanged') return;
    for (const connection of connections.of(body.value.userId)) connection.send({ type: 'record_changed' });
  });
}

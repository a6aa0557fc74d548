import type { UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import type { Nats } from '@fifteen/runtime';
/** Events after which a profile changes. */
const CHANGES = [
  'identity.user_changed',
  'identity.user_deleted',
  'economy.cosmetics_changed',
  'leaderboard.record_changed',
];

/** Calls `changed` for each user who changed or was deleted. Events may be lost: cached profiles also expire. */
export function watchProfiles(nats: Nats, changed: (userId: UserId) => void): void {
  for (const event of CHANGES) {
    nats.connection.subscribe(`${nats.namespace}${event}`, {
      callback: (error, message) => {
        const body = error ? undefined : Event.decode(message.data).body;
        if (body && 'userId' in body.value) changed(body.value.userId);
      },
    });
  }
}

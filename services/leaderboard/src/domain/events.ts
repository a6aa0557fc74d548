import type { UserId } from '@fifteen/domain';
import type { OutboxEvent } from '@fifteen/runtime';

/** Returns the event that a record, achievement or border changed: caches drop the player's card. */
export const recordChanged = (userId: UserId): OutboxEvent => ({
  name: 'record_changed',
  aggregateId: userId,
  body: { $case: 'recordChanged', value: { userId } },
});

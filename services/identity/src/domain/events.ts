import type { UserId } from '@fifteen/domain';
import type { OutboxEvent } from '@fifteen/runtime';
import type { OriginPseudonyms } from './origin.ts';

/** Returns the event that an account exists. */
export const userCreated = (userId: UserId, guest: boolean): OutboxEvent => ({
  name: 'user_created',
  aggregateId: userId,
  body: { $case: 'userCreated', value: { userId, guest } },
});

/** Returns the event that name, picture or kind of an account has changed. */
export const userChanged = (userId: UserId): OutboxEvent => ({
  name: 'user_changed',
  aggregateId: userId,
  body: { $case: 'userChanged', value: { userId } },
});

/** Returns the event that a guest has become a registered user. */
export const userUpgraded = (userId: UserId): OutboxEvent => ({
  name: 'user_upgraded',
  aggregateId: userId,
  body: { $case: 'userUpgraded', value: { userId } },
});

/** Returns the event that an account was deleted. */
export const userDeleted = (userId: UserId): OutboxEvent => ({
  name: 'user_deleted',
  aggregateId: userId,
  body: { $case: 'userDeleted', value: { userId } },
});

/**
 * Returns the event that a user was active in a network with a device: players who share one win no weekly prize
 * (docs/spec/guarantees.md#guarantees-8). It holds keyed hashes, so that a reader of the event cannot guess the address.
 */
export const userSeen = (userId: UserId, pseudonyms: OriginPseudonyms): OutboxEvent => ({
  name: 'user_seen',
  aggregateId: userId,
  body: { $case: 'userSeen', value: { userId, ...pseudonyms } },
});

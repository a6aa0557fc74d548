import { Event } from '@fifteen/proto/events';
import type { Nats } from '@fifteen/runtime';
import type { ProfileCache } from './profile-cache.ts';

/** Events after which a profile changes, and what of it is to be loaded again. */
const CHANGES = {
  'identity.user_changed': 'drop',
  'identity.user_deleted': 'drop',
  'economy.cosmetics_changed': 'drop',
  'leaderboard.record_changed': 'dropRecord',
} as const satisfies Record<string, keyof ProfileCache>;

/** Drops the profile of each user who changed or was deleted. Events may be lost: cached profiles also expire. */
export function watchProfiles(nats: Nats, profiles: Pick<ProfileCache, 'drop' | 'dropRecord'>): void {
  for (const [event, drop] of Object.entries(CHANGES)) {
    nats.connection.subscribe(`${nats.namespace}${event}`, {
      callback: (error, message) => {
        const body = error ? undefined : Event.decode(message.data).body;
        if (body && 'userId' in body.value) profiles[drop](body.value.userId);
      },
    });
  }
}

import type { Log, Nats } from '@fifteen/runtime';
import { subscribeToEvents } from '../clients/event-subscriptions.ts';
import type { ProfileCache } from './profile-cache.ts';

/** Events after which a profile changes, and what of it is to be loaded again. */
const CHANGES = {
  'identity.user_changed': 'drop',
  'identity.user_deleted': 'drop',
  'economy.cosmetics_changed': 'dropCosmetics',
  'leaderboard.record_changed': 'dropRecord',
} as const satisfies Record<string, keyof ProfileCache>;

/** Drops the profile of each user who changed or was deleted. Events may be lost: cached profiles also expire. */
export function watchProfiles(
  context: { nats: Nats; log: Log },
  profiles: Pick<ProfileCache, 'drop' | 'dropRecord' | 'dropCosmetics'>,
): void {
  for (const [event, drop] of Object.entries(CHANGES))
    subscribeToEvents(context, event, ({ value }) => {
      if ('userId' in value) profiles[drop](value.userId);
    });
}

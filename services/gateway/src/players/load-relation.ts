import type { UserRelation } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import type { Clients } from '../clients/clients.ts';
import { toUserRelation } from '../translation/relation.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Timeout: a slow social service must not delay a profile for longer. */
const LOOKUP = { limitMs: 700 };

/** Returns how a user relates to the caller; undefined while the social service is unavailable. */
export async function loadRelation(
  { social }: Pick<Clients, 'social'>,
  callerId: UserId,
  userId: UserId,
): Promise<UserRelation | undefined> {
  if (userId === callerId) return 'self';
  const query = { userId: callerId, otherIds: [userId] };
  const response = await unlessUnavailable(() => social.getRelations(query, LOOKUP));
  const [relation] = response?.relations ?? [];
  return relation && toUserRelation(relation);
}

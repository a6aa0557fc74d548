import type { UserRelation } from '@fifteen/contract';
import type { Relation } from '@fifteen/proto/social';

/** Translates the relation of the caller to another user. Blocks are not in it. */
export function toUserRelation({ friend, requestSent, requestReceived }: Relation): UserRelation {
  if (friend) return 'friend';
  if (requestSent) return 'requestSent';
  return requestReceived ? 'requestReceived' : 'none';
}

import type { ListInvitationsResponse, ListInvitationsRequest } from '@fifteen/proto/room';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import {
  IS_EXPIRED,
  PENDING_MAX,
  selectInvitations,
  toInvitation,
  type InvitationRow,
} from '../db/invitations.ts';

/** Returns the newest 20 pending invitations of a user, oldest first. */
export async function listInvitations(
  { db }: AppContext,
  { userId }: ListInvitationsRequest,
): Promise<ListInvitationsResponse> {
  const rows = await queryRows<InvitationRow>(
    db,
    selectInvitations(userId)
      .where({ 'invitation.status': 'pending' })
      .whereNot({ 'room.status': 'closed' })
      .whereRaw(`NOT ${IS_EXPIRED}`)
      .orderBy('invitation.created_at', 'desc')
      .limit(PENDING_MAX),
  );
  return { invitations: rows.map(toInvitation).reverse() };
}

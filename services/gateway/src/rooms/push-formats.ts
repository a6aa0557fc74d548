import {
  errorResponse,
  type PlayAgainRequest,
  type RoomInvitation,
  type ServerMessage,
} from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import { RequestStatus, type Invitation, type Rematch } from '@fifteen/proto/room';
import { specified } from '@fifteen/runtime';
import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { type ProfileLookup, toDisplayFields } from '../translation/player.ts';
/** Translates invitations and rematch requests to the public contract. Pure: profiles are given. */

const STATUS = {
  [RequestStatus.PENDING]: 'pending',
  [RequestStatus.ACCEPTED]: 'accepted',
  [RequestStatus.REJECTED]: 'rejected',
} as const;

/** Translates an invitation. */
export function toInvitation(invitation: Invitation, profileOf: ProfileLookup): RoomInvitation {
  const { id, status, roomCode, inviterId, roomId, bet } = invitation;
  const { displayName, username } = profileOf(inviterId);
  const inviter = { displayName, username };
  return {
    id,
    status: STATUS[specified(status)],
    roomCode,
    inviterName: displayName,
    inviter,
    roomId,
    betAmount: bet,
  };
}

/** Translates a rematch request. */
export function toRematchRequest(request: Rematch, profileOf: ProfileLookup): PlayAgainRequest {
  const { id, requesterId, requestedId, gameId, status, requestedAt } = request;
  const profile = profileOf(requesterId);
  return {
    id,
    requestId: id,
    requesterId,
    requestedId,
    gameId,
    status: STATUS[specified(status)],
    requestedAt: (requestedAt ?? new Date(0)).toISOString(),
    requester: { ...toDisplayFields(profile), firstName: profile.firstName, username: profile.username },
  };
}

/** Messages about requests that wait for a player's response. */
export const roomPushFormats: Pick<UserPushFormats, 'invitation' | 'rematch'> = {
  invitation: { playerIds: ({ inviterId }) => [inviterId], messages: invitationMessages },
  rematch: {
    playerIds: ({ requesterId }) => [requesterId],
    idOf: ({ id, status }) => `${id} ${status}`,
    messages: rematchMessages,
  },
};

/** Formats an invitation: the invited user gets it, and the inviter that it was declined. */
function invitationMessages(
  invitation: Invitation,
  userId: UserId,
  profileOf: ProfileLookup,
): ServerMessage[] {
  const { roomId, inviterId, invitedId } = invitation;
  return userId === inviterId
    ? [{ type: 'room_invitation_declined', roomId, invitedId }]
    : [{ type: 'room_invitation', invitation: toInvitation(invitation, profileOf) }];
}

/** Formats a rematch request: the opponent gets a pending one, both get the response, the requester also what ended it. */
function rematchMessages(request: Rematch, userId: UserId, profileOf: ProfileLookup): ServerMessage[] {
  const { id: requestId, gameId, status, requestedId, requesterId } = request;
  if (status === RequestStatus.PENDING)
    return userId === requestedId
      ? [{ type: 'play_again_request', request: toRematchRequest(request, profileOf) }]
      : [];
  const response = status === RequestStatus.ACCEPTED ? 'accepted' : 'rejected';
  return [
    { type: 'play_again_response', requestId, gameId, response },
    ...(response === 'rejected' && userId === requesterId ? [endedRequestMessage(request)] : []),
  ];
}

/** Formats the end of a request for its requester: only a declined one sends them to a game against the computer. */
function endedRequestMessage({ id: requestId, gameId, lapseCode }: Rematch): ServerMessage {
  if (!lapseCode) return { type: 'play_again_rejected', requestId, gameId };
  return { type: 'play_again_error', ...errorResponse(lapseCode).body, gameId };
}

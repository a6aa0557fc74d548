import type { ServerMessage } from '@fifteen/contract';
import { Answer, type PlayAgain } from '@fifteen/proto/room';
import type { PushBody } from '@fifteen/runtime';
import { toAchievement } from '../translation/achievement.ts';
import { toFriendRequest } from '../social/dto.ts';
import { toGift } from '../shop/gifts.ts';
import { toRematchRequest, toInvitation } from './room-messages.ts';
import type { ProfileLookup } from '../translation/game.ts';

/** What the services push to one user, for all of their sockets. Pure: the cards are given. */

/** The people whose cards it takes to tell a push. */
export function playersIn(body: PushBody): string[] {
  switch (body.$case) {
    case 'invitation':
      return [body.value.inviterId];
    case 'playAgain':
    case 'friendRequest':
      return [body.value.requesterId];
    case 'message':
    case 'gift':
      return [body.value.senderId];
    default:
      return [];
  }
}

/** What a user is told of a push that concerns them; nothing for what is told in another way. */
export function toUserMessages(body: PushBody, userId: string, profileOf: ProfileLookup): ServerMessage[] {
  switch (body.$case) {
    case 'invitation':
      return [{ type: 'room_invitation', invitation: toInvitation(body.value, profileOf) }];
    case 'playAgain':
      return rematchMessages(body.value, userId, profileOf);
    case 'friendRequest':
      return [{ type: 'friend_request', request: toFriendRequest(body.value, profileOf) }];
    case 'friendsChanged':
      return [{ type: 'friends_changed' }];
    case 'presence':
      return [
        body.value.online ? { type: 'friends_changed' } : { type: 'user_offline', userId: body.value.userId },
      ];
    case 'message': {
      const { id, senderId, text, sentAt } = body.value;
      const { username, displayName } = profileOf(senderId);
      const sender = { senderId, senderName: username, senderDisplayName: displayName };
      const timestamp = sentAt?.getTime() ?? 0;
      return [{ type: 'chat_message_received', id, ...sender, message: text, timestamp }];
    }
    case 'gift':
      return [{ type: 'gift_received', ...toGift(body.value, profileOf) }];
    case 'levelUp': {
      const { id, newLevel, previousLevel } = body.value;
      return [{ type: 'level_up', levelUp: { id, newLevel, previousLevel } }];
    }
    case 'achievement':
      return [{ type: 'achievement_unlocked', achievement: toAchievement(body.value) }];
    case 'balance': {
      const { coins, version } = body.value;
      return [{ type: 'balance_changed', coins, version }];
    }
    default:
      return [];
  }
}

/**
 * What one of the two is told of their request: whoever is asked hears the question, both hear the answer, and whoever
 * was refused hears that too.
 */
function rematchMessages(request: PlayAgain, userId: string, profileOf: ProfileLookup): ServerMessage[] {
  const { id: requestId, gameId, status, requestedId, requesterId } = request;
  if (status === Answer.PENDING)
    return userId === requestedId
      ? [{ type: 'play_again_request', request: toRematchRequest(request, profileOf) }]
      : [];
  const response = status === Answer.ACCEPTED ? 'accepted' : 'rejected';
  return [
    { type: 'play_again_response', requestId, gameId, response },
    ...(response === 'rejected' && userId === requesterId
      ? [{ type: 'play_again_rejected', requestId, gameId } as const]
      : []),
  ];
}

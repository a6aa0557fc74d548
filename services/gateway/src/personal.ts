import type { ServerMessage } from '@fifteen/contract';
import { RequestStatus, type PlayAgain } from '@fifteen/proto/room';
import type { PushBody } from '@fifteen/runtime';
import { achievementOf } from './achievements.ts';
import { friendRequestOf } from './friends.ts';
import { giftOf } from './gifts.ts';
import { againOf, invitationOf } from './saying.ts';
import type { Show } from './translate.ts';

/** What the services push to one user, for all of their sockets. Pure: the cards are given. */

/** The people whose cards it takes to tell a push. */
export function peopleIn(body: PushBody): string[] {
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
export function saidToUser(body: PushBody, userId: string, show: Show): ServerMessage[] {
  switch (body.$case) {
    case 'invitation':
      return [{ type: 'room_invitation', invitation: invitationOf(body.value, show) }];
    case 'playAgain':
      return againMessages(body.value, userId, show);
    case 'friendRequest':
      return [{ type: 'friend_request', request: friendRequestOf(body.value, show) }];
    case 'friendsChanged':
      return [{ type: 'friends_changed' }];
    case 'presence':
      return [
        body.value.online ? { type: 'friends_changed' } : { type: 'user_offline', userId: body.value.userId },
      ];
    case 'message': {
      const { id, senderId, text, sentAt } = body.value;
      const { username, displayName } = show(senderId);
      const sender = { senderId, senderName: username, senderDisplayName: displayName };
      const timestamp = sentAt?.getTime() ?? 0;
      return [{ type: 'chat_message_received', id, ...sender, message: text, timestamp }];
    }
    case 'gift':
      return [{ type: 'gift_received', ...giftOf(body.value, show) }];
    case 'levelUp': {
      const { id, newLevel, previousLevel } = body.value;
      return [{ type: 'level_up', levelUp: { id, newLevel, previousLevel } }];
    }
    case 'achievement':
      return [{ type: 'achievement_unlocked', achievement: achievementOf(body.value) }];
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
function againMessages(request: PlayAgain, userId: string, show: Show): ServerMessage[] {
  const { id: requestId, gameId, status, requestedId, requesterId } = request;
  if (status === RequestStatus.PENDING)
    return userId === requestedId ? [{ type: 'play_again_request', request: againOf(request, show) }] : [];
  const response = status === RequestStatus.ACCEPTED ? 'accepted' : 'rejected';
  return [
    { type: 'play_again_response', requestId, gameId, response },
    ...(response === 'rejected' && userId === requesterId
      ? [{ type: 'play_again_rejected', requestId, gameId } as const]
      : []),
  ];
}

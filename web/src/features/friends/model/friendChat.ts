import type { ServerMessageOf } from '@fifteen/contract';
import { chats } from '@/features/chat/index.ts';
import { friendList, friendsChanged, knownFriend, mayBeFriend } from './friends.ts';
import { api } from '@/lib/api.ts';

/** Marks the messages of a friend as read. */
export function readChat(userId: string): void {
  friendList.read(userId);
  // If the call fails, the server still counts them as unread.
  api.chat.read({ params: { userId } }).catch(() => undefined);
}

/** Handles a message of a friend. For a friend who was not loaded, it uses the fields of the message. */
export function receiveChat(message: ServerMessageOf<'chat_message_received'>): void {
  const { senderId: id, senderName: username, senderDisplayName: displayName } = message;
  const player = knownFriend(id) ?? { id, username, displayName, profileImageUrl: null };
  if (!chats.receive(message, player)) friendList.wrote(id);
}

/**
 * Handles a friend, or another player of the room, who went offline: updates the list and closes the chat
 * (docs/spec/around-play.md#around-4.3). Unread messages remain counted, because the server stores them; the list is
 * refetched for those not counted here.
 */
export function friendOffline(userId: string): void {
  friendList.offline(userId);
  chats.leave(userId);
  if (mayBeFriend(userId)) friendsChanged();
}

/** Removes a player who was blocked or is no friend any more. */
export function removeRelation(userId: string): void {
  friendList.remove(userId);
  chats.leave(userId);
  friendsChanged();
}

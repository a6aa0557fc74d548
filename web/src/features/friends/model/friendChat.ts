import type { ServerMessageOf } from '@fifteen/contract';
import { hashKey } from '@tanstack/react-query';
import { chats } from '@/features/chat/index.ts';
import { friendList, friendsChanged, friendsQuery, knownFriend, mayBeFriend } from './friends.ts';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

/** Marks the messages of a friend as read. */
export function readChat(userId: string): void {
  friendList.read(userId);
  // If the call fails, the server still counts them as unread.
  api.chat.read({ params: { userId } }).catch(() => undefined);
}

/**
 * Clears the counts of closed chats that the list has as read whenever it is loaded: another tab showed their messages.
 * Updates of the list do not count. Returns a function that ends it.
 */
export const followReads = (): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    const isLoaded = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    if (isLoaded && event.query.queryHash === hashKey(friendsQuery.queryKey))
      chats.clearReadCounts((id) => knownFriend(id)?.unread === 0);
  });

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

import type { ServerMessageOf } from '@fifteen/contract';
import { chats } from '@/features/chat/index.ts';
import { friendList, friendsChanged, knownFriend } from './friends.ts';
import { api } from '@/lib/api.ts';

/** What a friend wrote is in sight: nothing of it is unread any more. */
export function readChat(userId: string): void {
  friendList.read(userId);
  // Unanswered it stays unread on the server, and is counted again the next time.
  api.chat.read({ params: { userId } }).catch(() => undefined);
}

/** A friend wrote. One who is not among those that were fetched shows by what the message says of them. */
export function receiveChat(message: ServerMessageOf<'chat_message_received'>): void {
  const { senderId: id, senderName: username, senderDisplayName: displayName } = message;
  const player = knownFriend(id) ?? { id, username, displayName, profileImageUrl: null };
  if (!chats.receive(message, player)) friendList.wrote(id);
}

/**
 * A friend went offline: the list shows it, and their chat is closed (docs/spec/around-play.md#around-4.3). Unread messages stay counted, because
 * the server keeps them; the list is fetched again for those that were not counted here.
 */
export function friendOffline(userId: string): void {
  friendList.offline(userId);
  chats.leave(userId);
  friendsChanged();
}

/** One has nothing to do with a player any more: they are blocked, or no friend. */
export function removeRelation(userId: string): void {
  friendList.remove(userId);
  chats.leave(userId);
}

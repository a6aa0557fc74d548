import { Suspense, useEffect } from 'react';
import { ChatPopups, chats, useChats } from '@/features/chat/index.ts';
import { forgetGifts } from '@/features/gifts/index.ts';
import { useUser } from '@/entities/session/session.ts';
import { readChat } from '../model/friendChat.ts';

/** Shows the popups of chats on every page. */
export function FriendChats() {
  const { id } = useUser();
  const hasPopups = useChats(({ popups }) => popups.length > 0);
  useEffect(() => chats.forget, [id]);
  useEffect(() => forgetGifts, [id]);
  return <Suspense>{hasPopups && <ChatPopups onRead={readChat} />}</Suspense>;
}

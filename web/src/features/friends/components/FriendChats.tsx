import { Suspense, useEffect } from 'react';
import { chats, useChats } from '@/features/chat/model/store.ts';
import { forgetGifts } from '@/features/gifts/model/gift.ts';
import { withLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useUser } from '@/entities/session/session.ts';
import { readChat } from '../model/chatting.ts';

const ChatPopups = lazily(
  async () => (await withLaterTexts(import('@/features/chat/components/ChatPopups.tsx'))).ChatPopups,
);

/** What friends write, wherever in the app one is. */
export function FriendChats() {
  const { id } = useUser();
  const some = useChats(({ popups }) => popups.length > 0);
  useEffect(() => chats.forget, [id]);
  useEffect(() => forgetGifts, [id]);
  return <Suspense>{some && <ChatPopups onRead={readChat} />}</Suspense>;
}

import { Suspense, useEffect } from 'react';
import { chats, useChats } from '@/features/chat/model/store.ts';
import { forgetGifts } from '@/features/gifts/model/gift.ts';
import { withLaterTexts } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useUser } from '@/lib/session.ts';
import { readChat } from './chatting.ts';

const ChatPopups = lazily(
  async () => (await withLaterTexts(import('@/features/chat/components/ChatPopups.tsx'))).ChatPopups,
);

/** What friends write, wherever in the app one is. */
export function SocialNews() {
  const { id } = useUser();
  const some = useChats(({ popups }) => popups.length > 0);
  useEffect(() => chats.forget, [id]);
  useEffect(() => forgetGifts, [id]);
  return <Suspense>{some && <ChatPopups onRead={readChat} />}</Suspense>;
}

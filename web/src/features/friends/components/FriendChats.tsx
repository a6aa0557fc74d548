import { useEffect } from 'react';
import { ChatPopups, chats, useChats } from '@/features/chat/index.ts';
import { forgetGifts } from '@/features/gifts/index.ts';
import { useUser } from '@/entities/session/session.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { followReads, readChat } from '../model/friendChat.ts';

/** Shows the popups of chats on every page. */
export function FriendChats() {
  const { id } = useUser();
  const popups = useChats((store) => store.popups);
  useEffect(() => chats.forget, [id]);
  useEffect(() => forgetGifts, [id]);
  useEffect(followReads, []);
  return (
    <OptionalPart subject={popups}>{popups.length > 0 && <ChatPopups onRead={readChat} />}</OptionalPart>
  );
}

import { useEffect, useState } from 'react';
import { BlockedList } from '@/features/blocks/index.ts';
import { ChatDialog, chats, useChats } from '@/features/chat/index.ts';
import { GiftDialog, GuestDialog } from '@/features/gifts/index.ts';
import { FriendsDialog, type FriendsTab } from './FriendsDialog.tsx';
import { HeadToHeadDialog } from './HeadToHeadDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { replaceWithProfile } from '@/lib/state/playerCard.ts';
import { readChat } from '../model/friendChat.ts';

/** A dialog that replaces the list until it closes. */
interface OpenedFriendDialog {
  what: 'gift' | 'remove' | 'headToHead';
  friend: PlayerSummary;
}

/** The friend list and the dialogs about one friend, shown one at a time. */
export function FriendsOverlay() {
  const me = useUser();
  const { hide, show } = useOverlay();
  const [tab, setTab] = useState<FriendsTab>('list');
  const [opened, setOpened] = useState<OpenedFriendDialog | null>(null);
  const chat = useChats((store) => store.dialog);
  useEffect(() => chats.closeDialog, []);

  const back = () => setOpened(null);
  const opens = (what: OpenedFriendDialog['what']) => (friend: PlayerSummary) => setOpened({ what, friend });

  if (chat) return <ChatDialog player={chat} onRead={readChat} onClose={chats.closeDialog} />;
  if (opened?.what === 'headToHead')
    return <HeadToHeadDialog me={me} friend={opened.friend} onProfile={replaceWithProfile} onClose={back} />;
  if (opened?.what === 'remove') return <RemoveDialog friend={opened.friend} onClose={back} />;
  if (opened && me.isGuest) return <GuestDialog onClose={back} onUpgrade={() => show('upgrade')} />;
  if (opened) return <GiftDialog recipient={opened.friend} coins={me.coins} onClose={back} />;
  return (
    <FriendsDialog
      tab={tab}
      onTab={setTab}
      onProfile={replaceWithProfile}
      onClose={hide}
      belowSearch={<BlockedList onProfile={replaceWithProfile} />}
      actions={{
        onProfile: ({ id }) => replaceWithProfile(id),
        onHeadToHead: opens('headToHead'),
        onChat: chats.openDialog,
        onGift: opens('gift'),
        onRemove: opens('remove'),
      }}
    />
  );
}

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
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { removeRelation, readChat } from '../model/friendChat.ts';

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
  const [aside, setAside] = useState<OpenedFriendDialog | null>(null);
  const chat = useChats((store) => store.dialog);
  useEffect(() => chats.closeDialog, []);

  const back = () => setAside(null);
  const to = (what: OpenedFriendDialog['what']) => (friend: PlayerSummary) => setAside({ what, friend });
  function profile(userId: string): void {
    hide();
    usePlayerCard.getState().open(userId);
  }

  if (chat) return <ChatDialog player={chat} onRead={readChat} onClose={chats.closeDialog} />;
  if (aside?.what === 'headToHead') return <HeadToHeadDialog me={me} friend={aside.friend} onClose={back} />;
  if (aside?.what === 'remove') {
    const { friend } = aside;
    return (
      <RemoveDialog
        friend={friend}
        onClose={back}
        onRemoved={() => {
          removeRelation(friend.id);
          back();
        }}
      />
    );
  }
  if (aside && me.isGuest) return <GuestDialog onClose={back} onUpgrade={() => show('upgrade')} />;
  if (aside) return <GiftDialog to={aside.friend} coins={me.coins} onClose={back} />;
  return (
    <FriendsDialog
      tab={tab}
      onTab={setTab}
      onProfile={profile}
      onClose={hide}
      aside={<BlockedList />}
      actions={{
        onProfile: ({ id }) => profile(id),
        onHeadToHead: to('headToHead'),
        onChat: chats.openDialog,
        onGift: to('gift'),
        onRemove: to('remove'),
      }}
    />
  );
}

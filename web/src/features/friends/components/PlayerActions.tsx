import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BlockButton, useIsBlocked } from '@/features/blocks/index.ts';
import { chats } from '@/features/chat/index.ts';
import { FriendRequestButton } from './FriendRequestButton.tsx';
import { useFriends } from '../model/friends.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Button } from '@/components/ui/Button.tsx';
import { removeRelation } from '../model/friendChat.ts';

/** Actions on a player's profile: chat, friend request, block. */
export function PlayerActions({ player }: { player: PlayerSummary }) {
  const { t } = useTranslation();
  const close = usePlayerCard((store) => store.close);
  const { friends } = useFriends();
  const blocked = useIsBlocked(player.id);
  const friend = friends.find(({ id }) => id === player.id);
  return (
    <>
      {friend && (
        <Button
          onClick={() => {
            close();
            chats.openPopup(friend);
          }}
        >
          <MessageCircle aria-hidden size={18} />
          {t('chat.action')}
        </Button>
      )}
      {!friend && !blocked && <FriendRequestButton userId={player.id} name={player.displayName} />}
      <BlockButton player={player} onBlocked={() => removeRelation(player.id)} />
    </>
  );
}

import type { UserProfile } from '@fifteen/contract';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BlockButton, useIsBlocked } from '@/features/blocks/index.ts';
import { chats } from '@/features/chat/index.ts';
import { useRematch } from '@/features/rematch/index.ts';
import { FriendRequestButton } from './FriendRequestButton.tsx';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Button } from '@/components/ui/Button.tsx';
import { removeRelation } from '../model/friendChat.ts';

/** Opens the chat with a friend in place of the profile and of the dialogs that it may be above. */
function openChat(friend: UserProfile): void {
  usePlayerCard.getState().close();
  useOverlay.getState().hide();
  useRematch.getState().dismiss();
  chats.openPopup(friend);
}

/** Actions on a player's profile: chat or friend request, unless the relation is unknown, and block. */
export function PlayerActions({ player }: { player: UserProfile }) {
  const { t } = useTranslation();
  const { id, displayName, relation } = player;
  const blocked = useIsBlocked(id);
  return (
    <>
      {relation === 'friend' && !blocked && (
        <Button onClick={() => openChat(player)}>
          <MessageCircle aria-hidden size={18} />
          {t('chat.action')}
        </Button>
      )}
      {relation && relation !== 'friend' && !blocked && (
        <FriendRequestButton key={relation} userId={id} name={displayName} relation={relation} />
      )}
      <BlockButton player={player} onBlocked={() => removeRelation(id)} />
    </>
  );
}

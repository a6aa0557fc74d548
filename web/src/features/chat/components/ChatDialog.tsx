import { useTranslation } from 'react-i18next';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Conversation } from './Conversation.tsx';

interface ChatDialogProps {
  player: PlayerSummary;
  onRead: (userId: string) => void;
  onClose: () => void;
}

/** The chat with a friend, opened from the list of friends. */
export function ChatDialog({ player, onRead, onClose }: ChatDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('chat.with', { name: player.displayName })}>
      <Conversation player={player} onRead={onRead} />
    </Dialog>
  );
}

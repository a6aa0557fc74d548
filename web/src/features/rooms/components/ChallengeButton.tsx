import { Swords } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocalGame } from '@/features/local-game/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useRoomRequests } from '../model/store.ts';
import type { ChallengedPlayer } from '../model/roomRequest.ts';

interface ChallengeButtonProps {
  player: ChallengedPlayer;
  /** Closes the parent, since the challenge opens a dialog. */
  onPress?: () => void;
}

/** Challenges a player: creates a room for two and invites them. */
export function ChallengeButton({ player, onPress }: ChallengeButtonProps) {
  const { t } = useTranslation();
  const open = useRoomRequests((store) => store.open);
  // The room replaces a game on this device.
  const confirmDiscard = useLocalGame((store) => store.discardFor);
  return (
    <Button
      aria-label={t('rooms.challenge.title', { name: player.displayName })}
      onClick={() => {
        onPress?.();
        confirmDiscard(() => open(player));
      }}
    >
      <Swords aria-hidden size={18} />
      <span className="max-[429px]:sr-only">{t('rooms.challenge.action')}</span>
    </Button>
  );
}

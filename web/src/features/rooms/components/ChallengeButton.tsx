import { Swords } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocalGame } from '@/features/local-game/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useRoomRequests } from '../model/store.ts';
import type { Guest } from '../model/roomRequest.ts';

interface ChallengeButtonProps {
  player: Guest;
  /** Closes what the button stands in: the challenge has a dialog of its own. */
  onPress?: () => void;
}

/** Challenges a player: makes a room for two, into which they are invited. */
export function ChallengeButton({ player, onPress }: ChallengeButtonProps) {
  const { t } = useTranslation();
  const open = useRoomRequests((store) => store.open);
  // The room takes the place of a game on this device.
  const discardFor = useLocalGame((store) => store.discardFor);
  return (
    <Button
      aria-label={t('rooms.challenge.title', { name: player.displayName })}
      onClick={() => {
        onPress?.();
        discardFor(() => open(player));
      }}
    >
      <Swords aria-hidden size={18} />
      <span className="max-[429px]:sr-only">{t('rooms.challenge.action')}</span>
    </Button>
  );
}

import type { Participant, Room } from '@fifteen/contract';
import { BOT_PREFIX } from '@fifteen/contract/constants';
import { Play, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { useRoomRequests } from '../model/store.ts';

interface StartButtonProps {
  room: Room;
  owner: boolean;
  playing: boolean;
  participants: readonly Participant[];
  /** Opens the result of the last game, where another is asked for; missing while there is none. */
  onRematch?: () => void;
}

/**
 * What the next game waits for. To sit down is consent to one; once it was played, both agree to another by Play Again,
 * and the owner alone cannot start it.
 */
function obstacle(
  { ownerId }: Room,
  participants: readonly Participant[],
): 'alone' | 'rematch' | 'bot' | null {
  const other = participants.find(({ role, userId }) => role === 'player' && userId !== ownerId);
  if (!other) return 'alone';
  if (other.agreed !== false) return null;
  return other.userId.startsWith(BOT_PREFIX) ? 'bot' : 'rematch';
}

/** Starts the game, where it is the owner's to start; else it says what is waited for. */
export function StartButton({ room, owner, playing, participants, onRematch }: StartButtonProps) {
  const { t } = useTranslation();
  const { pending, startGame } = useRoomRequests();
  const note = useId();
  const missing = obstacle(room, participants);
  const name = playing ? 'rooms.start.running' : owner ? 'rooms.start.action' : 'rooms.start.wait';
  return (
    <div className="grid gap-2">
      <Button
        look={owner && !playing && !missing ? 'primary' : 'secondary'}
        size={playing ? 'md' : 'lg'}
        disabled={!owner || playing || missing !== null}
        busy={pending?.kind === 'start'}
        aria-describedby={playing ? undefined : note}
        onClick={startGame}
      >
        {owner && !playing && <Play aria-hidden size={18} className="rtl:-scale-x-100" />}
        {t(name)}
      </Button>
      {!playing && (
        <p id={note} role="status" className="text-center text-14 text-balance text-muted">
          {t(`rooms.start.${missing ?? (owner ? 'ready' : 'ownerStarts')}`)}
        </p>
      )}
      {!playing && missing === 'rematch' && onRematch && (
        <Button look="primary" size="lg" onClick={onRematch}>
          <RotateCcw aria-hidden size={18} />
          {t('gameView.playAgain')}
        </Button>
      )}
    </div>
  );
}

import type { Participant, Room } from '@fifteen/contract';
import { Play, RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { nextStep, otherPlayer } from '../model/nextStep.ts';
import { useRoomRequests } from '../model/store.ts';
import styles from './Rooms.module.css';

interface StartButtonProps {
  room: Room;
  owner: boolean;
  playing: boolean;
  participants: readonly Participant[];
  /** Opens the result of the last game, which offers a rematch; undefined without one. */
  onRematch?: () => void;
}

/**
 * Starts the game for the owner. What the game waits for is more prominent than the disabled button
 * (docs/spec/play.md#play-2.6); RoomNotices announces it.
 */
export function StartButton({ room, owner, playing, participants, onRematch }: StartButtonProps) {
  const { t } = useTranslation();
  const { pending, startGame } = useRoomRequests();
  const down = useConnectionStatus((connection) => connection.status !== 'open');
  const note = useId();
  const step = playing ? 'playing' : nextStep(room, owner, participants);
  if (step === 'start')
    return (
      <div className="grid gap-2">
        <Button
          ref={focusBoardAfter}
          variant="primary"
          size="lg"
          busy={pending?.kind === 'start' || down}
          aria-describedby={note}
          onClick={startGame}
        >
          <Play aria-hidden size={18} className="rtl:-scale-x-100" />
          {t('rooms.start.action')}
        </Button>
        <p id={note} className="text-center text-14 text-balance text-muted">
          {t(down ? 'rooms.notConnected' : 'rooms.start.ready')}
        </p>
      </div>
    );
  return (
    <div className="grid gap-3">
      <div className={styles.status} data-playing={playing || undefined}>
        {step !== 'playing' && (
          <p id={note} className="min-w-0 flex-1">
            {t(`rooms.start.${step}`, { name: otherPlayer(room, participants)?.user.displayName })}
          </p>
        )}
        <button type="button" disabled aria-describedby={step === 'playing' ? undefined : note}>
          {t(playing ? 'rooms.start.running' : owner ? 'rooms.start.action' : 'rooms.start.wait')}
        </button>
      </div>
      {step === 'rematch' && onRematch && (
        <Button variant="primary" size="lg" onClick={onRematch}>
          <RotateCcw aria-hidden size={18} />
          {t('gameView.playAgain')}
        </Button>
      )}
    </div>
  );
}

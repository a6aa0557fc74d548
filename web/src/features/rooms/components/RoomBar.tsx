import type { Room, User } from '@fifteen/contract';
import { PARTICIPANTS_EVERY } from '@fifteen/contract/constants';
import { ChevronUp, Play, RotateCcw, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { isSpectator, useParticipants, useRoom } from '@/entities/room/room.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { nextStep, otherPlayer } from '../model/nextStep.ts';
import { roomStatus } from '../model/roomStatus.ts';
import { useRoomRequests } from '../model/store.ts';
import type { RoomActions } from './RoomPanel.tsx';
import styles from './Rooms.module.css';

interface RoomBarProps extends Omit<RoomActions, 'onLeave'> {
  user: User;
  room: Room;
  /** Opens the sheet of the room. */
  onOpen: () => void;
}

/** The room in a row, for screens without a column beside the board: code, status, and next action. */
export function RoomBar({ user, room, playing, onOpen, onInvite, onRematch }: RoomBarProps) {
  const { t } = useTranslation();
  const { pending, startGame } = useRoomRequests();
  // The sheet with the button that leaves the room is closed by then.
  const leaving = useRoom((store) => store.leaving?.roomId === room.id);
  const down = useConnectionStatus((connection) => connection.status !== 'open');
  const participants = useParticipants(room, PARTICIPANTS_EVERY);
  const owner = room.ownerId === user.id;
  const running = roomStatus(room, playing) === 'playing';
  const step = nextStep(room, owner, participants);
  const watching = isSpectator(participants, user.id);

  function status(): string {
    if (running) return t('rooms.start.running');
    if (watching) return t(`rooms.status.${room.status}`);
    return t(`rooms.start.${step === 'start' ? 'ready' : step}`, {
      name: otherPlayer(room, participants)?.user.displayName,
    });
  }

  /** Each step has a button of its own: a press must not fall on the next step, which may start a game for coins. */
  function nextStepButton(): ReactNode {
    if (running || watching) return null;
    if (step === 'start')
      return (
        <Button
          key="start"
          ref={focusBoardAfter}
          variant="primary"
          busy={pending?.kind === 'start' || down}
          onClick={startGame}
        >
          <Play aria-hidden size={18} className="rtl:-scale-x-100" />
          {t('rooms.start.action')}
        </Button>
      );
    if (step === 'alone' && owner)
      return (
        <Button key="invite" ref={focusBoardAfter} variant="primary" onClick={onInvite}>
          <UserPlus aria-hidden size={18} />
          {t('rooms.inviteFriends')}
        </Button>
      );
    if (step === 'rematch' && onRematch)
      return (
        <Button key="rematch" ref={focusBoardAfter} variant="primary" onClick={onRematch}>
          <RotateCcw aria-hidden size={18} />
          {t('gameView.playAgain')}
        </Button>
      );
    return null;
  }

  return (
    <section ref={focusBoardAfter} aria-label={t('rooms.name')} className={styles.bar}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={leaving}
        onClick={onOpen}
        className={styles.summary}
      >
        <span className="sr-only">{t('rooms.code')} </span>
        <bdi dir="ltr" className="numeral truncate font-semibold tracking-[0.06em] rtl:text-right">
          {room.code}
        </bdi>
        <span className={styles.statusText} data-playing={running || undefined}>
          {status()}
        </span>
        {leaving ? (
          <Spinner className={styles.open} />
        ) : (
          <ChevronUp aria-hidden size={18} className={styles.open} />
        )}
      </button>
      {nextStepButton()}
    </section>
  );
}

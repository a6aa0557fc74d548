import type { Participant, Room, User } from '@fifteen/contract';
import { DEFAULT_ROOM_NAME } from '@fifteen/domain';
import { PARTICIPANTS_EVERY } from '@fifteen/contract/constants';
import { Lock, LogOut, Share2, UserPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { isFull, isSpectator, useParticipants, useRoom } from '@/entities/room/room.ts';
import { useCloseOnClear } from '@/lib/state/screen.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { CopyButton } from '@/components/ui/CopyButton.tsx';
import { nextStep } from '../model/nextStep.ts';
import { roomStatus } from '../model/roomStatus.ts';
import { useRoomRequests } from '../model/store.ts';
import { ParticipantList } from './ParticipantList.tsx';
import { StartButton } from './StartButton.tsx';

const ShareDialog = lazyComponent(async () => (await import('./ShareDialog.tsx')).ShareDialog);

export interface RoomActions {
  /** Whether a game is running. */
  playing: boolean;
  onLeave: () => void;
  /** Opens the list of players to invite. */
  onInvite: () => void;
  /** Opens the result of the last game, which offers a rematch. */
  onRematch?: () => void;
}

interface RoomPanelProps extends RoomActions {
  user: User;
  room: Room;
}

const tones = { waiting: 'text-warn', playing: 'text-ok', active: 'text-accent' };

/** Returns the name of a room; the default name of the server is translated. */
export function useRoomName({ name }: Room): string {
  const { t } = useTranslation();
  return name === DEFAULT_ROOM_NAME ? t('rooms.name') : name;
}

/** Badges: private, and the status of the room. */
export function RoomBadges({ room, playing }: { room: Room; playing: boolean }) {
  const { t } = useTranslation();
  const status = roomStatus(room, playing);
  return (
    <span className="flex shrink-0 items-center gap-2">
      {room.isPrivate && (
        <span role="img" aria-label={t('rooms.private')} title={t('rooms.private')}>
          <Lock aria-hidden size={16} className="text-muted" />
        </span>
      )}
      <Badge className={tones[status]}>{t(`rooms.status.${status}`)}</Badge>
    </span>
  );
}

/** All details and actions of the own room. The most likely next action is the primary one. */
export function RoomPanel({ user, room, playing, onLeave, onInvite, onRematch }: RoomPanelProps) {
  const { t } = useTranslation();
  const [sharing, setSharing] = useState(false);
  useCloseOnClear(useCallback(() => setSharing(false), []));
  const participants = useParticipants(room, PARTICIPANTS_EVERY);
  const leaving = useRoom((store) => store.leaving?.roomId === room.id);
  const owner = room.ownerId === user.id;
  const full = isFull(room, participants);
  const running = roomStatus(room, playing) === 'playing';
  const watching = isSpectator(participants, user.id);
  const alone = !running && nextStep(room, owner, participants) === 'alone';

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RoomCode code={room.code} onShare={full ? undefined : () => setSharing(true)} />
      <Stake bet={room.betAmount} />
      {!watching && (
        <StartButton
          room={room}
          owner={owner}
          playing={running}
          participants={participants}
          onRematch={onRematch}
        />
      )}
      {watching && <FreeSeat room={room} participants={participants} />}
      {owner && !running && !full && (
        <Button variant={alone ? 'primary' : 'secondary'} size={alone ? 'lg' : 'md'} onClick={onInvite}>
          <UserPlus aria-hidden size={18} />
          {t('rooms.inviteFriends')}
        </Button>
      )}
      <ParticipantList room={room} me={user.id} participants={participants} />
      {/* A game has its own way out. */}
      {!running && (
        <Button
          variant="quiet"
          className="-ms-4 -mbe-2 justify-self-start text-danger!"
          busy={leaving}
          onClick={onLeave}
        >
          <LogOut aria-hidden size={18} className="rtl:-scale-x-100" />
          {t('rooms.leave')}
        </Button>
      )}
      <OptionalPart subject={sharing} onFailure={() => setSharing(false)}>
        {sharing && <ShareDialog room={room} onClose={() => setSharing(false)} />}
      </OptionalPart>
    </div>
  );
}

/** Lets a spectator take a free seat, which is consent to the bet of the room. */
function FreeSeat({ room, participants }: { room: Room; participants: readonly Participant[] }) {
  const { t } = useTranslation();
  const { pending, joinRoom } = useRoomRequests();
  if (participants.filter(({ role }) => role === 'player').length >= 2) return null;
  return (
    <Button
      ref={focusBoardAfter}
      variant="primary"
      busy={pending?.kind === 'join'}
      disabled={pending !== null}
      onClick={() => joinRoom(room.code, 'player')}
    >
      {t('rooms.enter.asPlayer')}
    </Button>
  );
}

/** The code in large letters, to be read out. `onShare` is undefined while the room is full. */
function RoomCode({ code, onShare }: { code: string; onShare?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center rounded-control bg-(--track) p-1 ps-3">
      <dl className="min-w-0 flex-[1_1_9rem]">
        <dt className="text-13 text-muted">{t('rooms.code')}</dt>
        <dd dir="ltr" className="numeral truncate text-20 font-semibold tracking-[0.08em] rtl:text-right">
          {code}
        </dd>
      </dl>
      <CopyButton
        bare
        variant="quiet"
        text={code}
        label={t('rooms.share.copyCode')}
        done={t('rooms.share.codeCopied')}
      />
      {onShare && (
        <Button variant="quiet" size="icon" aria-label={t('rooms.share.action')} onClick={onShare}>
          <Share2 aria-hidden size={18} />
        </Button>
      )}
    </div>
  );
}

function Stake({ bet }: { bet: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="flex flex-wrap items-center justify-between gap-x-3 text-14">
      <dt className="text-muted">{t('rooms.bet')}</dt>
      <dd className="numeral flex items-center gap-1.5 font-semibold">
        {bet > 0 && <Coin className="size-5" />}
        {bet > 0 ? format.coins(bet) : t('rooms.friendly')}
      </dd>
    </dl>
  );
}

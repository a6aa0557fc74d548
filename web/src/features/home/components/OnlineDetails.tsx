import type { User } from '@fifteen/contract';
import { DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { OnlineCard, OnlineRow, PlayerInvite } from '@/features/presence/index.ts';
import { PlayOnline } from '@/features/quick-match/index.ts';
import { RoomBar, RoomCard } from '@/features/rooms/index.ts';
import { useRoom } from '@/entities/room/room.ts';
import { useWide } from '@/lib/a11y/media.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { useRoomActions } from './useRoomActions.ts';
import styles from './OnlineDetails.module.css';

interface OnlineProps {
  user: User;
}

/** The own room: a card in the column beside the board, elsewhere a row that opens its sheet. */
export function OwnRoom({ user }: OnlineProps) {
  const room = useRoom((store) => store.room);
  const show = useOverlay((store) => store.show);
  const actions = useRoomActions(user);
  const wide = useWide();
  if (wide) return <RoomCard user={user} {...actions} />;
  return room && <RoomBar user={user} room={room} {...actions} onOpen={() => show('room')} />;
}

/**
 * Content of the online mode: ways into a room, and online players. A player in a room can search for another opponent
 * unless they play; a spectator always can.
 */
export function OnlineDetails({ user, watching }: OnlineProps & { watching: boolean }) {
  const playing = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const room = useRoom((store) => store.room);
  const wide = useWide();
  const show = useOverlay((store) => store.show);
  const openPlayers = () => show('online');
  return (
    <>
      {wide ? (
        <>
          {!room && <OwnRoom user={user} />}
          <OnlineCard
            me={user.id}
            onOpen={openPlayers}
            actionFor={(player) => <PlayerInvite me={user.id} player={player} />}
          />
        </>
      ) : (
        <>
          {!room && <RoomsRow onOpen={() => show('room')} />}
          <OnlineRow me={user.id} onOpen={openPlayers} />
        </>
      )}
      {room && (!playing || watching) && <PlayOnline quiet />}
    </>
  );
}

/** A row that opens the ways into a room. */
function RoomsRow({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen} className={styles.row}>
      <DoorOpen aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-accent" />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="font-semibold">{t('rooms.enter.title')}</span>
        <span className="font-body text-13 text-muted">{t('rooms.enter.text')}</span>
      </span>
    </button>
  );
}

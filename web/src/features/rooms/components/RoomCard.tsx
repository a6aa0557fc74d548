import type { Room, User } from '@fifteen/contract';
import { DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { useRoom } from '@/entities/room/room.ts';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { EnterRoom } from './EnterRoom.tsx';
import { type RoomActions, RoomBadges, RoomPanel, useRoomName } from './RoomPanel.tsx';

interface RoomCardProps extends RoomActions {
  user: User;
}

/** The room card beside the board: ways into a room, or the panel of the own one (docs/spec/play.md#play-2.6). */
export function RoomCard({ user, ...actions }: RoomCardProps) {
  const { t } = useTranslation();
  const room = useRoom((store) => store.room);
  if (room) return <OwnRoom key={room.id} room={room} user={user} {...actions} />;
  return (
    <Card ref={focusBoardAfter} aria-labelledby="room-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHead icon={DoorOpen} id="room-title" title={t('rooms.enter.title')}>
        <p className="text-muted">{t('rooms.enter.text')}</p>
      </CardHead>
      <EnterRoom />
    </Card>
  );
}

function OwnRoom({ room, ...rest }: RoomCardProps & { room: Room }) {
  const name = useRoomName(room);
  return (
    <Card ref={focusBoardAfter} aria-labelledby="room-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-2">
        <h2 id="room-title" className="grid min-w-0 flex-1 font-display">
          <Name name={name} />
        </h2>
        <RoomBadges room={room} playing={rest.playing} />
      </div>
      <RoomPanel room={room} {...rest} />
    </Card>
  );
}

import type { User } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { useRoom } from '@/entities/room/room.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { EnterRoom } from './EnterRoom.tsx';
import { type RoomActions, RoomBadges, RoomPanel, useRoomName } from './RoomPanel.tsx';
import type { Room } from '@fifteen/contract';

interface RoomSheetProps extends RoomActions {
  user: User;
  onClose: () => void;
}

/** The same as {@link RoomCard} where there is no column beside the board: a sheet, so that the board keeps its place. */
export function RoomSheet({ user, onClose, ...actions }: RoomSheetProps) {
  const { t } = useTranslation();
  const room = useRoom((store) => store.room);
  if (room) return <OwnRoomSheet key={room.id} room={room} user={user} onClose={onClose} {...actions} />;
  return (
    <Dialog open sheet onClose={onClose} title={t('rooms.enter.title')} description={t('rooms.enter.text')}>
      <EnterRoom />
    </Dialog>
  );
}

function OwnRoomSheet({ room, onClose, ...rest }: RoomSheetProps & { room: Room }) {
  return (
    <Dialog
      open
      sheet
      onClose={onClose}
      title={useRoomName(room)}
      badge={<RoomBadges room={room} playing={rest.playing} />}
    >
      <RoomPanel room={room} {...rest} />
    </Dialog>
  );
}

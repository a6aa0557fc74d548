import { RoomSheet } from '@/features/rooms/index.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { useRoomActions } from './useRoomActions.ts';

/** The sheet of rooms, where no column beside the board has them. */
export function RoomOverlay() {
  const user = useUser();
  const hide = useOverlay((store) => store.hide);
  return <RoomSheet user={user} onClose={hide} {...useRoomActions(user)} />;
}

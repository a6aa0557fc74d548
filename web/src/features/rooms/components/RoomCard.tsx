import type { User } from '@fifteen/contract';
import { Suspense } from 'react';
import { lazily } from '@/lib/lazily.ts';
import { useRoom } from '@/entities/room/room.ts';
import { useRoomRequests } from '../model/store.ts';
import { EnterRoom } from './EnterRoom.tsx';
import { RoomPanel } from './RoomPanel.tsx';

const CreateRoomDialog = lazily(async () => (await import('./CreateRoomDialog.tsx')).CreateRoomDialog);

interface RoomCardProps {
  user: User;
  /** A game runs at the table. */
  playing: boolean;
  onLeave: () => void;
  /** Shows who is online, to be invited. */
  onInvite: () => void;
  /** Opens the result of the last game, where another is asked for. */
  onRematch?: () => void;
}

/** The way into a room, and in one all there is to know and to do (docs/spec/play.md#play-2.6). */
export function RoomCard({ user, ...rest }: RoomCardProps) {
  const room = useRoom((store) => store.room);
  const making = useRoomRequests((store) => store.isCreating);
  return (
    <>
      {room ? <RoomPanel key={room.id} user={user} room={room} {...rest} /> : <EnterRoom />}
      <Suspense>{making && <CreateRoomDialog user={user} />}</Suspense>
    </>
  );
}

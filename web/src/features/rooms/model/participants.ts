import type { ServerMessageOf } from '@fifteen/contract';
import { enterRoom, setParticipants, useRoom } from '@/entities/room/room.ts';

/** Notes since when a player in the room is away; null: they are here. */
function setAway(userId: string, awaySince: string | null): void {
  const { room } = useRoom.getState();
  if (!room) return;
  setParticipants(room.id, (known) =>
    known.some((one) => one.userId === userId && (one.awaySince ?? null) !== awaySince)
      ? known.map((one) => (one.userId === userId ? { ...one, awaySince } : one))
      : known,
  );
}

/** What the server's messages say about who is in the room. */
export const roomParticipants = {
  /** A player came in, or came back. */
  joined({ roomId, participant }: ServerMessageOf<'room_participant_joined'>): void {
    setParticipants(roomId, (known) => {
      const there = known.some(({ userId }) => userId === participant.userId);
      return there
        ? known.map((one) => (one.userId === participant.userId ? participant : one))
        : [...known, participant];
    });
  },
  updated({ roomId, participants, room }: ServerMessageOf<'room_participants_updated'>): void {
    if (room && useRoom.getState().room?.id === roomId) enterRoom(room, participants);
    else setParticipants(roomId, () => participants);
  },
  left(roomId: string, userId: string): void {
    setParticipants(roomId, (known) => known.filter((one) => one.userId !== userId));
  },
  offline: (userId: string): void => setAway(userId, new Date().toISOString()),
  back: (userId: string): void => setAway(userId, null),
};

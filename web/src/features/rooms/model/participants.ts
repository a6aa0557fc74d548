import type { ServerMessageOf } from '@fifteen/contract';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { enterRoom, setParticipants, useRoom } from '@/entities/room/room.ts';
import { unmarkInvited } from './invitedUsers.ts';

/** Sets since when a player in the room is away; null: present. */
function setAway(userId: string, awaySince: string | null): void {
  const { room } = useRoom.getState();
  if (!room) return;
  setParticipants(room.id, (known) =>
    known.some((one) => one.userId === userId && (one.awaySince ?? null) !== awaySince)
      ? known.map((one) => (one.userId === userId ? { ...one, awaySince } : one))
      : known,
  );
}

/** Handles the server's messages about participants. */
export const roomParticipants = {
  /** A player joined or returned. */
  joined({ roomId, participant }: ServerMessageOf<'room_participant_joined'>): void {
    unmarkInvited(roomId, participant.userId);
    setParticipants(roomId, (known) => {
      const isKnown = known.some(({ userId }) => userId === participant.userId);
      return isKnown
        ? known.map((one) => (one.userId === participant.userId ? participant : one))
        : [...known, participant];
    });
  },
  updated({ roomId, participants, room }: ServerMessageOf<'room_participants_updated'>): void {
    if (room && useRoom.getState().room?.id === roomId) enterRoom(room, participants);
    else setParticipants(roomId, () => participants);
  },
  left(roomId: string, userId: string): void {
    // They may have joined while the connection was lost.
    unmarkInvited(roomId, userId);
    setParticipants(roomId, (known) => known.filter((one) => one.userId !== userId));
  },
  offline: (userId: string): void => setAway(userId, new Date(serverClock.now()).toISOString()),
  back: (userId: string): void => setAway(userId, null),
};

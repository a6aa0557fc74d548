import type { Participant, Room } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { storage } from '@/lib/storage.ts';

/** Who is in a room is asked again no sooner (docs/spec/play.md#play-7.3). */
const PARTICIPANTS_FRESH = 8_000;

interface RoomStore {
  /** The room the user is in. Its `participants` are those at the time it was entered: see {@link useParticipants}. */
  room: Room | null;
}

export const useRoom = create<RoomStore>()(() => ({ room: null }));

const participantsKey = (roomId: string) => ['participants', roomId];

/** Returns who is in the room now; an empty list without a room. `every`: refetches at this interval, in milliseconds. */
export function useParticipants(room: Room | null, every?: number): Participant[] {
  const id = room?.id ?? '';
  const { data } = useQuery({
    queryKey: participantsKey(id),
    queryFn: () => api.rooms.participants({ params: { id } }),
    enabled: room !== null,
    initialData: room?.participants ?? [],
    staleTime: PARTICIPANTS_FRESH,
    refetchInterval: every ?? false,
  });
  return data;
}

/** Who is in the room, as far as is known without asking. */
export const knownParticipants = (room: Room): Participant[] =>
  queryClient.getQueryData<Participant[]>(participantsKey(room.id)) ?? room.participants;

/** Updates who is in a room after a message of the server. */
export function setParticipants(roomId: string, change: (known: Participant[]) => Participant[]): void {
  const { room } = useRoom.getState();
  if (room?.id !== roomId) return;
  queryClient.setQueryData(participantsKey(roomId), change(knownParticipants(room)));
}

/** Whether that player only watches in the room. */
export const isSpectator = (room: Room | null, userId: string): boolean =>
  room?.participants.some((one) => one.userId === userId && one.role === 'spectator') ?? false;

/** Makes this the room of the user. Returns whether it is another room than before. */
export function enterRoom(room: Room, participants: Participant[]): boolean {
  const isNew = useRoom.getState().room?.id !== room.id;
  const whole = { ...room, participants };
  useRoom.setState({ room: whole });
  queryClient.setQueryData(participantsKey(room.id), participants);
  storage.write('currentRoomState', JSON.stringify(whole));
  return isNew;
}

/** How the room stands, when a game in it begins or ends. */
export function setRoomStatus(roomId: string | null, status: Room['status']): void {
  const { room } = useRoom.getState();
  if (room && room.id === roomId && room.status !== status)
    enterRoom({ ...room, status }, knownParticipants(room));
}

/** The room that was open when the page was left; the server's word replaces it. */
export function resumeRoom(userId: string): void {
  useRoom.setState({ room: null });
  try {
    const room = JSON.parse(storage.read('currentRoomState') ?? 'null') as Room | null;
    if (room?.participants.some((one) => one.userId === userId)) enterRoom(room, room.participants);
  } catch {
    // Unreadable is the same as none.
  }
}

/** The user is in no room any more. */
export function forgetRoom(): void {
  useRoom.setState({ room: null });
  storage.remove('currentRoomState');
}

/** The room that is being left: messages about its end are ignored meanwhile. */
let leaving: string | null = null;

/** Leaves the room: a game that runs there is lost. Does nothing where there is none. Errors: those of the call. */
export async function leaveRoom(roomId = useRoom.getState().room?.id): Promise<void> {
  if (!roomId || leaving === roomId) return;
  leaving = roomId;
  try {
    await api.rooms.leave({ params: { id: roomId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ROOM_NOT_FOUND')) throw error;
  } finally {
    leaving = null;
  }
  if (useRoom.getState().room?.id === roomId) forgetRoom();
}

/** Another room is being entered: the end of the present one belongs to that, unless the entry fails. */
let pendingEntry: { ended: string | null } | null = null;

export function beginEntry(): void {
  pendingEntry ??= { ended: null };
}

/** The entry succeeded or failed. A room that ended meanwhile, and is still the present one, is gone. */
export function endEntry(): void {
  const ended = pendingEntry?.ended;
  pendingEntry = null;
  if (ended && useRoom.getState().room?.id === ended) forgetRoom();
}

/** The server says that this room is over. Returns whether the player was in it, and is not just leaving it. */
export function endRoom(roomId: string | null): boolean {
  const { room } = useRoom.getState();
  if (!room || room.id !== roomId || leaving === roomId) return false;
  if (pendingEntry) {
    pendingEntry.ended = roomId;
    return false;
  }
  forgetRoom();
  return true;
}

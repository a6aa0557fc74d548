import type { Participant, Room } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { queryClient, refetchIfFetching } from '@/lib/queryClient.ts';
import { probe } from '@/lib/realtime/connection.ts';
import { storage } from '@/lib/storage.ts';

/** Participants are refetched after this time at the earliest; milliseconds (docs/spec/play.md#play-7.3). */
const PARTICIPANTS_STALE_TIME = 8_000;

interface RoomStore {
  /** The user's room. Its `participants` are those of the moment of entering: see {@link useParticipants}. */
  room: Room | null;
  /**
   * The room that is being left, and the response to it. A message about the end of that room shows nothing; after it, a
   * lost response is no failure.
   */
  leaving: { roomId: string; left: Promise<void>; hasEnded?: true } | null;
}

export const useRoom = create<RoomStore>()(() => ({ room: null, leaving: null }));

const participantsKey = (roomId: string) => ['participants', roomId];

/**
 * Returns the current participants; an empty list without a room. `every`: refetches at this interval, in milliseconds.
 */
export function useParticipants(room: Room | null, every?: number): Participant[] {
  const id = room?.id ?? '';
  const { data } = useQuery({
    queryKey: participantsKey(id),
    queryFn: () => api.rooms.participants({ params: { id } }),
    enabled: room !== null,
    initialData: room?.participants ?? [],
    staleTime: PARTICIPANTS_STALE_TIME,
    refetchInterval: every ?? false,
  });
  return data;
}

/** Returns the participants that are known without a request; an empty list without a room. */
export const knownParticipants = (room: Room | null): Participant[] =>
  room ? (queryClient.getQueryData<Participant[]>(participantsKey(room.id)) ?? room.participants) : [];

/** Updates the participants after a message of the server. */
export function setParticipants(roomId: string, change: (known: Participant[]) => Participant[]): void {
  const { room } = useRoom.getState();
  if (room?.id !== roomId) return;
  const known = knownParticipants(room);
  const next = change(known);
  if (next !== known) storeParticipants(roomId, next);
}

function storeParticipants(roomId: string, participants: Participant[]): void {
  queryClient.setQueryData(participantsKey(roomId), participants);
  void refetchIfFetching(participantsKey(roomId));
}

/** Whether a player only watches. */
export const isSpectator = (participants: readonly Participant[], userId: string): boolean =>
  participants.some((one) => one.userId === userId && one.role === 'spectator');

/** Whether a player has a seat. */
export const isSeated = (participants: readonly Participant[], userId: string): boolean =>
  participants.some((one) => one.userId === userId && one.role === 'player');

/** Whether a room admits no invited player: a larger one than for two admits spectators. */
export const isFull = ({ maxPlayers }: Room, participants: readonly Participant[]): boolean =>
  maxPlayers === 2 && participants.length >= 2;

/** Sets the user's room. Returns whether it is another room than before. */
export function enterRoom(room: Room, participants: Participant[]): boolean {
  const isNew = useRoom.getState().room?.id !== room.id;
  const whole = { ...room, participants };
  useRoom.setState({ room: whole });
  storeParticipants(room.id, participants);
  storage.write('currentRoomState', JSON.stringify(whole));
  return isNew;
}

/** Updates the status of the room when a game starts or ends. */
export function setRoomStatus(roomId: string | null, status: Room['status']): void {
  const { room } = useRoom.getState();
  if (room && room.id === roomId && room.status !== status)
    enterRoom({ ...room, status }, knownParticipants(room));
}

/** Restores the room that was open when the page was left, until the server sends the current one. */
export function resumeRoom(userId: string): void {
  useRoom.setState({ room: null });
  try {
    const room = JSON.parse(storage.read('currentRoomState') ?? 'null') as Room | null;
    if (room?.participants.some((one) => one.userId === userId)) enterRoom(room, room.participants);
  } catch {
    // Unreadable data counts as none.
  }
}

/** Clears the user's room. */
export function forgetRoom(): void {
  useRoom.setState({ room: null });
  storage.remove('currentRoomState');
}

/**
 * Leaves the room. Does nothing without a room. While the room is being left, it returns the same promise, which a player
 * who has confirmed to lose a game awaits first. Throws the errors of the call: ALREADY_IN_GAME if a game runs there,
 * unless the player has confirmed to lose it.
 */
export function leaveRoom(roomId = useRoom.getState().room?.id, { losesGame = false } = {}): Promise<void> {
  if (!roomId) return Promise.resolve();
  const { leaving } = useRoom.getState();
  if (leaving?.roomId === roomId)
    return losesGame ? leaving.left.catch(() => leaveRoom(roomId, { losesGame })) : leaving.left;
  const left = requestLeave(roomId, losesGame);
  useRoom.setState({ leaving: { roomId, left } });
  return left;
}

async function requestLeave(roomId: string, losesGame: boolean): Promise<void> {
  try {
    await api.rooms.leave({
      params: { id: roomId },
      query: losesGame ? undefined : { unlessPlaying: 'true' },
    });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    // The start of the game has not arrived: the connection may be lost without notice.
    if (code === 'ALREADY_IN_GAME') probe().catch(() => undefined);
    if (code !== 'ROOM_NOT_FOUND' && !useRoom.getState().leaving?.hasEnded) throw error;
  } finally {
    useRoom.setState({ leaving: null });
  }
  if (useRoom.getState().room?.id === roomId) forgetRoom();
}

/** An entry in progress: the end of the present room belongs to it, unless the entry fails. */
let pendingEntry: { ended: string | null } | null = null;

export function beginEntry(): void {
  pendingEntry ??= { ended: null };
}

/** Ends an entry. If the present room ended meanwhile and is still present, it is cleared. */
export function endEntry(): void {
  const ended = pendingEntry?.ended;
  pendingEntry = null;
  if (ended && useRoom.getState().room?.id === ended) forgetRoom();
}

/** Handles the end of a room. Returns whether the player was in it without leaving it. */
export function endRoom(roomId: string | null): boolean {
  const { room, leaving } = useRoom.getState();
  if (!room || room.id !== roomId) return false;
  if (leaving?.roomId === roomId) {
    useRoom.setState({ leaving: { ...leaving, hasEnded: true } });
    return false;
  }
  if (pendingEntry) {
    pendingEntry.ended = roomId;
    return false;
  }
  forgetRoom();
  return true;
}

import { ABANDONED_REDIRECT } from '@fifteen/contract/constants';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/index.ts';
import { isSeated, knownParticipants, useRoom } from '@/entities/room/room.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { useMode } from '@/lib/state/mode.ts';

/** Delay of the switch after the end of a room; milliseconds (docs/spec/play.md#play-4.6). */
const ROOM_ENDED_SWITCH = 1_000;

/** Switches to a game against the computer. A finished online game must not return with its result later. */
export function backToComputer(): void {
  onlineGameHandlers.clearIfOtherRoom('');
  useMode.getState().setMode('ai');
}

/** Whether the player is still in online mode: one who has chosen another mode keeps it. */
export const isOnline = (): boolean => useMode.getState().mode === 'online';

/** Whether an online game is running on the screen. */
export const isPlaying = (): boolean => useOnlineGame.getState().onlineGame?.phase === 'playing';

/** Whether the player is in another room or game than this by now. */
export function isInOtherRoom(roomId: string | null): boolean {
  const { room } = useRoom.getState();
  return isPlaying() || (room !== null && room.id !== roomId);
}

/** Switches to the computer after the end of a room, unless the player has gone on meanwhile. */
export function switchAfterRoomEnd(): void {
  setTimeout(() => {
    if (isOnline() && !useRoom.getState().room) backToComputer();
  }, ROOM_ENDED_SWITCH);
}

/** Switches to the computer on the home page after an abandoned game, unless the player has gone on meanwhile. */
export function switchAfterAbandonment(roomId: string | null): void {
  setTimeout(() => {
    if (!isOnline() || isInOtherRoom(roomId)) return;
    // A spectator of the game may have taken the free seat.
    if (isSeated(knownParticipants(useRoom.getState().room), useOnlineGame.getState().me)) return;
    backToComputer();
    requestNavigation('/');
  }, ABANDONED_REDIRECT);
}

import type { User } from '@fifteen/contract';
import { leaveGame, useOnlineGame } from '@/features/online-game/index.ts';
import { useRoomRequests } from '@/features/rooms/index.ts';
import { useOverlay } from '@/lib/state/overlay.ts';

/** Returns the actions in the own room, which also affect the online game. */
export function useRoomActions(user: User) {
  const playing = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const isFinished = useOnlineGame((store) => store.onlineGame?.phase === 'closed');
  const openResult = useOnlineGame((store) => store.openResult);
  const leave = useRoomRequests((store) => store.leave);
  const { show, hide } = useOverlay();
  return {
    playing,
    onLeave() {
      hide();
      if (!leaveGame(user.id)) void leave();
    },
    onInvite: () => show('invite'),
    onRematch: isFinished
      ? () => {
          hide();
          openResult();
        }
      : undefined,
  };
}

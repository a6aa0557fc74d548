import type { Side } from '@fifteen/domain';
import { nameOf, rematchOpponent, useOnlineGame } from '@/features/online-game/index.ts';
import { useParticipants, useRoom } from '@/entities/room/room.ts';

/** The possible rematch of the current game. */
export interface NextGame {
  gameId: string;
  bet: number;
  /** The user's side, swapped from the last game. */
  side: Side;
  opponent: { id: string; name: string };
  /** The opponent has left the room. */
  gone: boolean;
}

/** Returns the possible rematch; null without a finished game of the user, or against a bot. */
export function useNextGame(): NextGame | null {
  const { onlineGame, me } = useOnlineGame();
  const room = useRoom((store) => store.room);
  const participants = useParticipants(room);
  if (!onlineGame || onlineGame.phase === 'playing') return null;
  const { game } = onlineGame;
  const opponent = rematchOpponent(onlineGame, me, room, participants);
  if (!opponent) return null;
  const { id, side, isGone } = opponent;
  return {
    gameId: game.id,
    bet: game.betAmount,
    side,
    opponent: { id, name: nameOf(game, side) },
    gone: isGone,
  };
}

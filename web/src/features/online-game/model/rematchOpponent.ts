import type { Participant, Room } from '@fifteen/contract';
import { isBot, opponentOf, type Side } from '@fifteen/domain';
import { endingOf } from './ending.ts';
import { type OnlineGame, playerAt, sideOf } from './onlineGame.ts';

interface RematchOpponent {
  id: string;
  /** The opponent's side in the finished game. */
  side: Side;
  /** The opponent has left the room: there is no rematch. */
  isGone: boolean;
}

/** Returns the opponent for a rematch of a finished game; null for a spectator, or against a bot. */
export function rematchOpponent(
  onlineGame: OnlineGame,
  me: string,
  room: Room | null,
  participants: readonly Participant[],
): RematchOpponent | null {
  const { game } = onlineGame;
  const own = sideOf(game, me);
  if (!own) return null;
  const side = opponentOf(own);
  const id = playerAt(game, side);
  if (id === 'ai' || isBot(id)) return null;
  const isInRoom = room?.id === game.roomId && participants.some(({ userId }) => userId === id);
  return { id, side, isGone: !isInRoom || endingOf(onlineGame, me).byLeaving };
}

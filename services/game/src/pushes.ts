import { GameChange } from '@fifteen/proto/events';
import type { Pusher } from '@fifteen/runtime';
import { isBot } from '@fifteen/domain';
import { isOver, type Change, type Game } from './domain/game.ts';
import { stateOf } from './domain/game-state.ts';

/** Pushes the whole game with its version: a lost, repeated or late push does no harm. */
const pushToRoom = (pusher: Pusher, game: Game, change: GameChange): void =>
  pusher.toRoom(game.roomId, { $case: 'game', value: { game: stateOf(game), change } });

/** Pushes the start of a game to its room, and to both players wherever they are. */
export function pushStart(pusher: Pusher, game: Game): void {
  pushToRoom(pusher, game, GameChange.STARTED);
  const value = { game: stateOf(game), change: GameChange.STARTED };
  for (const userId of [game.players.X, game.players.O]) {
    if (!isBot(userId)) pusher.toUser(userId, { $case: 'game', value });
  }
}

/**
 * Pushes a committed change to the room, once. An end without a move is pushed by `pushEnd` alone, when its stakes are paid.
 */
export function pushChange(pusher: Pusher, { after, by, position, byServer }: Change): void {
  if (position !== null) pushToRoom(pusher, after, byServer ? GameChange.AUTO_MOVED : GameChange.MOVED);
  else if (!isOver(after))
    pushToRoom(pusher, after, after.auto[by] ? GameChange.AUTO_PLAY_ON : GameChange.AUTO_PLAY_OFF);
}

/** Pushes the state of a game again, in case the replica that committed a player's last move crashed before its push. */
export const pushRepeatedMove = (pusher: Pusher, game: Game): void =>
  pushToRoom(pusher, game, GameChange.MOVED);

/** The same for a control that a player has taken. */
export const pushRepeatedControl = (pusher: Pusher, game: Game): void =>
  pushToRoom(pusher, game, GameChange.AUTO_PLAY_OFF);

/** Pushes the end of a game to its room. */
export const pushEnd = (pusher: Pusher, game: Game): void => pushToRoom(pusher, game, GameChange.ENDED);

/** Pushes a game whose turn was extended after an outage to its room. */
export const pushExtendedTurn = (pusher: Pusher, game: Game): void =>
  pushToRoom(pusher, game, GameChange.TURN_EXTENDED);

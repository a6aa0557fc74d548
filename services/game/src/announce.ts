import { GameChange } from '@fifteen/proto/events';
import type { Pusher } from '@fifteen/runtime';
import type { Side } from '@fifteen/rules';
import { isBot, isOver, type Change, type Game } from './game.ts';
import { markOf, stateOf } from './state.ts';

/** Pushes carry the whole game with its version: one that is lost, doubled or late does no harm. */
function push(pusher: Pusher, game: Game, changes: readonly GameChange[], by: Side | null = null): void {
  const state = stateOf(game);
  for (const change of changes) {
    pusher.toRoom(game.roomId, { $case: 'game', value: { game: state, change, by: markOf(by) } });
  }
}

/** Tells the room, and both players wherever they are, that a game has opened. */
export function announceStart(pusher: Pusher, game: Game): void {
  push(pusher, game, [GameChange.STARTED]);
  const value = { game: stateOf(game), change: GameChange.STARTED, by: markOf(null) };
  for (const userId of [game.players.X, game.players.O]) {
    if (!isBot(userId)) pusher.toUser(userId, { $case: 'game', value });
  }
}

/** Tells the room of a change that was committed. That a game is over is said later, when its stakes are paid. */
export function announceChange(pusher: Pusher, { before, after, by, position, byServer }: Change): void {
  const changes: GameChange[] = [];
  const open = !isOver(after);
  if (open && after.auto[by] && !before.auto[by]) changes.push(GameChange.AUTO_PLAY_ON);
  if (position !== null) changes.push(byServer ? GameChange.AUTO_MOVED : GameChange.MOVED);
  if (open && !after.auto[by] && before.auto[by]) changes.push(GameChange.AUTO_PLAY_OFF);
  push(pusher, after, changes, by);
}

/** Tells the room once more how a game stands, in case the word of `by`'s last move died with whoever had it. */
export const announceAgain = (pusher: Pusher, game: Game, by: Side): void =>
  push(pusher, game, [GameChange.MOVED], by);

/** Tells the room that a game is over. */
export const announceEnd = (pusher: Pusher, game: Game): void => push(pusher, game, [GameChange.ENDED]);

/** Tells the rooms of games whose clocks an outage has moved. */
export const announceReclocked = (pusher: Pusher, game: Game): void =>
  push(pusher, game, [GameChange.RECLOCKED]);

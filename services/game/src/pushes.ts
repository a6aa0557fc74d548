import { GameChange } from '@fifteen/proto/events';
import type { Pusher } from '@fifteen/runtime';
import { isBot, type Side } from '@fifteen/domain';
import { isOver, type Change, type Game } from './domain/game.ts';
import { markOf, stateOf } from './domain/game-state.ts';

/** Pushes the whole game with its version: a lost, repeated or late push does no harm. */
function pushToRoom(
  pusher: Pusher,
  game: Game,
  changes: readonly GameChange[],
  by: Side | null = null,
): void {
  const state = stateOf(game);
  for (const change of changes) {
    pusher.toRoom(game.roomId, { $case: 'game', value: { game: state, change, by: markOf(by) } });
  }
}

/** Pushes the start of a game to its room, and to both players wherever they are. */
export function pushStart(pusher: Pusher, game: Game): void {
  pushToRoom(pusher, game, [GameChange.STARTED]);
  const value = { game: stateOf(game), change: GameChange.STARTED, by: markOf(null) };
  for (const userId of [game.players.X, game.players.O]) {
    if (!isBot(userId)) pusher.toUser(userId, { $case: 'game', value });
  }
}

/** Pushes a committed change to the room. `pushEnd` pushes the end of a game later, when its stakes are paid. */
export function pushChange(pusher: Pusher, { before, after, by, position, byServer }: Change): void {
  const changes: GameChange[] = [];
  const isActive = !isOver(after);
  if (isActive && after.auto[by] && !before.auto[by]) changes.push(GameChange.AUTO_PLAY_ON);
  if (position !== null) changes.push(byServer ? GameChange.AUTO_MOVED : GameChange.MOVED);
  if (isActive && !after.auto[by] && before.auto[by]) changes.push(GameChange.AUTO_PLAY_OFF);
  pushToRoom(pusher, after, changes, by);
}

/** Pushes the state of a game again, in case the replica that committed the last move of `by` crashed before its push. */
export const pushRepeatedMove = (pusher: Pusher, game: Game, by: Side): void =>
  pushToRoom(pusher, game, [GameChange.MOVED], by);

/** The same for a control that `by` has taken. */
export const pushRepeatedControl = (pusher: Pusher, game: Game, by: Side): void =>
  pushToRoom(pusher, game, [GameChange.AUTO_PLAY_OFF], by);

/** Pushes the end of a game to its room. */
export const pushEnd = (pusher: Pusher, game: Game): void => pushToRoom(pusher, game, [GameChange.ENDED]);

/** Pushes a game whose turn was extended after an outage to its room. */
export const pushExtendedTurn = (pusher: Pusher, game: Game): void =>
  pushToRoom(pusher, game, [GameChange.TURN_EXTENDED]);

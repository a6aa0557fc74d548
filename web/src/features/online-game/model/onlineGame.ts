import type { Game, GameResult } from '@fifteen/contract';
import {
  applyMove,
  type GameState,
  NEW_GAME,
  type Position,
  replay,
  type RuleViolation,
  type Side,
  sideToMove,
  violationOf,
} from '@fifteen/domain';

/** `ended`: the last move is still being animated; then the result is `shown`, and finally `closed`. */
type Phase = 'playing' | 'ended' | 'shown' | 'closed';

/** The current online game. */
export interface OnlineGame {
  /** The newest state from the server. */
  readonly game: Game;
  /** The state after its moves. */
  readonly confirmedState: GameState;
  /** The own unconfirmed move. */
  readonly pendingMove: Position | null;
  readonly phase: Phase;
  /** The result of the server. Without it, the board decides. */
  readonly result: GameResult | null;
  /** The connection was lost since this version: the first state after it counts, whatever its version. */
  readonly isOutdated: boolean;
  /** Offline players by user id: since when, in milliseconds by this device's clock. */
  readonly offline: Readonly<Record<string, number>>;
}

export interface Online {
  /** Id of the user at this screen. */
  readonly me: string;
  readonly onlineGame: OnlineGame | null;
  /** Games that were left or cancelled here: late messages do not restore them. */
  readonly dismissed: readonly string[];
}

export type OnlineEvent =
  /** A game of the user: it started, or was restored after a reconnection. */
  | { type: 'gameJoined'; game: Game }
  /** The last game of the room, which ended before this page was opened. */
  | { type: 'previousGameLoaded'; game: Game }
  /** The state of a game, in any order. */
  | { type: 'updated'; game: Game }
  | { type: 'press'; position: Position }
  /** The server rejected a move. */
  | { type: 'rejected'; gameId: string }
  | { type: 'over'; result: GameResult }
  | { type: 'show' }
  | { type: 'close' }
  /** Opens the closed result. */
  | { type: 'open' }
  | { type: 'offline'; userId: string; since: number }
  | { type: 'online'; userId: string }
  /** The connection was lost. */
  | { type: 'interrupted' }
  /** The game was left, abandoned or expired. */
  | { type: 'dismissed'; gameId: string };

/** Maximum of stored ids; more than a session ever uses. */
const MAX_DISMISSED = 20;

export const initialState = (me: string): Online => ({ me, onlineGame: null, dismissed: [] });

/** Returns the side of a user; null for a spectator. */
export function sideOf(game: Game, userId: string): Side | null {
  if (game.playerXId === userId) return 'X';
  return game.playerOId === userId ? 'O' : null;
}

/** Returns the user id of a side. */
export const playerAt = (game: Game, side: Side): string => (side === 'X' ? game.playerXId : game.playerOId);

/** Whether a game follows another of the same two players with their sides swapped: their rematch. */
export const isSwapped = (game: Game, previous: Game): boolean =>
  game.playerXId === previous.playerOId && game.playerOId === previous.playerXId;

/** Returns the shown board: the confirmed state with the own pending move. */
export function shownState({ confirmedState, pendingMove }: OnlineGame): GameState {
  return pendingMove === null ? confirmedState : applyMove(confirmedState, pendingMove);
}

/** A cell, and the number of the move that takes it: the server makes the move in that position only. */
export interface ChosenMove {
  position: Position;
  ply: number;
}

/** Returns the own unconfirmed move; null without one. */
export const chosenMove = ({ confirmedState, pendingMove }: OnlineGame): ChosenMove | null =>
  pendingMove === null ? null : { position: pendingMove, ply: confirmedState.moves.length + 1 };

/** Returns why a press is no move; null for a move. */
export function moveErrorAt(
  { me, onlineGame }: Online,
  position: Position,
): RuleViolation | 'not-ready' | 'not-a-player' | null {
  if (!onlineGame) return 'not-ready';
  const side = sideOf(onlineGame.game, me);
  if (!side) return 'not-a-player';
  if (onlineGame.phase !== 'playing') return 'not-active';
  return violationOf(shownState(onlineGame), side, position);
}

/**
 * Whether `game` is newer than the known version of the same game. A repeat may carry a new deadline, and nothing else.
 */
function isNewer(game: Game, known: Game): boolean {
  return (
    game.version > known.version || (game.version === known.version && game.serverTime > known.serverTime)
  );
}

/** Returns the pending move while the game is in the position that it was chosen for. */
function stillPending({ pendingMove, confirmedState: { moves } }: OnlineGame, game: Game): Position | null {
  const isSamePosition =
    game.moves.length === moves.length && moves.every((position, index) => game.moves[index] === position);
  return game.status === 'active' && isSamePosition ? pendingMove : null;
}

/** Accepts the first state of a new connection also if its version is older: the server's data may have been restored. */
const resumed = (onlineGame: OnlineGame, game: Game): OnlineGame =>
  onlineGame.isOutdated && onlineGame.phase === 'playing'
    ? updated({ ...onlineGame, game: { ...onlineGame.game, version: -1 } }, game)
    : updated(onlineGame, game);

function updated(onlineGame: OnlineGame, game: Game): OnlineGame {
  if (game.id !== onlineGame.game.id || !isNewer(game, onlineGame.game)) return onlineGame;
  const replayed = replay(game.moves);
  if (!replayed.ok) return onlineGame;
  const confirmedState = replayed.state;
  const phase = onlineGame.phase === 'playing' && game.status !== 'active' ? 'ended' : onlineGame.phase;
  return {
    ...onlineGame,
    game,
    confirmedState,
    phase,
    isOutdated: false,
    pendingMove: stillPending(onlineGame, game),
  };
}

/** Creates the state of a game; null for invalid moves. */
function createOnlineGame(game: Game): OnlineGame | null {
  const blank: OnlineGame = {
    game: { ...game, version: -1 },
    confirmedState: NEW_GAME,
    pendingMove: null,
    phase: 'playing',
    result: null,
    isOutdated: false,
    offline: {},
  };
  const next = updated(blank, game);
  return next === blank ? null : next;
}

/** Shows a finished game on the board, with its result closed. */
function previousGameLoaded(state: Online, game: Game): Online {
  const { me, onlineGame, dismissed } = state;
  if (onlineGame || dismissed.includes(game.id) || game.status !== 'finished') return state;
  const finished = createOnlineGame(game);
  return finished ? { me, onlineGame: { ...finished, phase: 'closed' }, dismissed } : state;
}

function gameJoined(state: Online, game: Game): Online {
  const { me, onlineGame, dismissed } = state;
  if (dismissed.includes(game.id)) return state;
  if (onlineGame?.game.id === game.id) {
    const next = resumed(onlineGame, game);
    return next === onlineGame ? state : { ...state, onlineGame: next };
  }
  if (game.status !== 'active') return state;
  const next = createOnlineGame(game);
  if (!next) return state;
  // The previous game is over for this user: late messages about it are ignored.
  return {
    me,
    onlineGame: next,
    dismissed: onlineGame ? addDismissed(dismissed, onlineGame.game.id) : dismissed,
  };
}

const addDismissed = (dismissed: readonly string[], id: string) => [...dismissed, id].slice(-MAX_DISMISSED);

/** Ends the game once: a closed result does not open again. */
function withResult(onlineGame: OnlineGame, result: GameResult): OnlineGame {
  if (result.gameId !== onlineGame.game.id) return onlineGame;
  const next = updated(onlineGame, result.game);
  // Without a last move to animate, the result is shown at once when a player left.
  const phase = next.phase === 'ended' && result.isAbandonmentWin ? 'shown' : next.phase;
  return next.phase === 'playing' ? next : { ...next, phase, result: next.result ?? result };
}

/** Marks a player as offline since the earliest reported time. */
function withOffline(
  onlineGame: OnlineGame,
  { userId, since }: { userId: string; since: number },
): OnlineGame {
  const { game, offline } = onlineGame;
  if (sideOf(game, userId) === null || (offline[userId] ?? Infinity) <= since) return onlineGame;
  return { ...onlineGame, offline: { ...offline, [userId]: since } };
}

const withoutUser = (offline: OnlineGame['offline'], userId: string): OnlineGame['offline'] =>
  Object.fromEntries(Object.entries(offline).filter(([id]) => id !== userId));

function reduceOnlineGame(
  state: Online,
  onlineGame: OnlineGame,
  event: Exclude<OnlineEvent, { type: 'gameJoined' | 'previousGameLoaded' }>,
): OnlineGame | null {
  switch (event.type) {
    case 'updated':
      return updated(onlineGame, event.game);
    case 'press':
      return mayMove(state) && moveErrorAt(state, event.position) === null
        ? { ...onlineGame, pendingMove: event.position }
        : onlineGame;
    case 'rejected':
      return event.gameId === onlineGame.game.id ? { ...onlineGame, pendingMove: null } : onlineGame;
    case 'over':
      return withResult(onlineGame, event.result);
    case 'show':
      return onlineGame.phase === 'ended' ? { ...onlineGame, phase: 'shown' } : onlineGame;
    case 'close':
      return onlineGame.phase === 'shown' ? { ...onlineGame, phase: 'closed' } : onlineGame;
    case 'open':
      return onlineGame.phase === 'closed' ? { ...onlineGame, phase: 'shown' } : onlineGame;
    case 'offline':
      return withOffline(onlineGame, event);
    case 'online':
      return event.userId in onlineGame.offline
        ? { ...onlineGame, offline: withoutUser(onlineGame.offline, event.userId) }
        : onlineGame;
    case 'interrupted':
      return { ...onlineGame, isOutdated: true };
    case 'dismissed':
      return event.gameId === onlineGame.game.id ? null : onlineGame;
  }
}

/** Whether the server plays this seat; it can play both. */
export const isAutoPlayed = ({ autoPlaySeats, autoPlayActive }: Game, side: Side): boolean =>
  autoPlaySeats?.includes(side) ?? autoPlayActive === side;

/** Reduces an event. Events that do not fit, or are older than the known state, change nothing. */
export function step(state: Online, event: OnlineEvent): Online {
  if (event.type === 'gameJoined') return gameJoined(state, event.game);
  if (event.type === 'previousGameLoaded') return previousGameLoaded(state, event.game);
  const { me, onlineGame } = state;
  const dismissed =
    event.type === 'dismissed' && !state.dismissed.includes(event.gameId)
      ? addDismissed(state.dismissed, event.gameId)
      : state.dismissed;
  const next = onlineGame && reduceOnlineGame(state, onlineGame, event);
  return next === onlineGame && dismissed === state.dismissed ? state : { me, onlineGame: next, dismissed };
}

/** Returns whose turn it is on the shown board; null when neither side may move. */
export function turnOf(onlineGame: OnlineGame): Side | null {
  const state = shownState(onlineGame);
  return onlineGame.phase === 'playing' && state.outcome === null ? sideToMove(state) : null;
}

/** Whether the user at this screen may move now. A move from a seat on auto-play takes control of it. */
export function mayMove({ me, onlineGame }: Online): boolean {
  if (!onlineGame || onlineGame.pendingMove !== null) return false;
  const side = sideOf(onlineGame.game, me);
  return side !== null && turnOf(onlineGame) === side;
}

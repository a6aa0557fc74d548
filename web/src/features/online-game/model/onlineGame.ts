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

/** `ended`: the last move is still being seen; then the result is shown, and at last put away. */
type Phase = 'playing' | 'ended' | 'shown' | 'closed';

/** A game at the table. */
export interface OnlineGame {
  /** The newest version that the server has sent. */
  readonly game: Game;
  /** Its moves, replayed. */
  readonly confirmedState: GameState;
  /** The own move that the server has not confirmed yet. */
  readonly pending: Position | null;
  readonly phase: Phase;
  /** What the server said about the end. When that was lost, the board alone decides. */
  readonly result: GameResult | null;
  /** Players whose connection is down, by user id: since when, in milliseconds by this device's clock. */
  readonly offline: Readonly<Record<string, number>>;
}

export interface Online {
  /** Id of the user at this screen. */
  readonly me: string;
  readonly table: OnlineGame | null;
  /** Games that were left or called off here: a late message does not open them again. */
  readonly gone: readonly string[];
}

export type OnlineEvent =
  /** A game that the server says is ours now: it began, or we came back to it. */
  | { type: 'seated'; game: Game }
  /** The last game of the room, which was over before this page was there. */
  | { type: 'previousGameLoaded'; game: Game }
  /** The state of a game, in whatever order it arrives. */
  | { type: 'updated'; game: Game }
  | { type: 'press'; position: Position }
  /** The server did not take a move. */
  | { type: 'rejected'; gameId: string }
  | { type: 'over'; result: GameResult }
  | { type: 'show' }
  | { type: 'close' }
  /** The result that was put away is looked at again. */
  | { type: 'open' }
  | { type: 'offline'; userId: string; since: number }
  | { type: 'online'; userId: string }
  /** Left, abandoned or expired: the table is cleared. */
  | { type: 'gone'; gameId: string };

/** More than a session ever leaves behind; bounds the memory. */
const REMEMBERED = 20;

export const initialState = (me: string): Online => ({ me, table: null, gone: [] });

/** The side a user plays, or null for a player who only watches. */
export function sideOf(game: Game, userId: string): Side | null {
  if (game.playerXId === userId) return 'X';
  return game.playerOId === userId ? 'O' : null;
}

/** Id of who plays a side. */
export const playerAt = (game: Game, side: Side): string => (side === 'X' ? game.playerXId : game.playerOId);

/** Returns the board as it is shown: the confirmed state with the own pending move. */
export function shownState({ confirmedState, pending }: OnlineGame): GameState {
  return pending === null ? confirmedState : applyMove(confirmedState, pending);
}

/** Why a press would change nothing; null when it is a move. */
export function moveErrorAt(
  { me, table }: Online,
  position: Position,
): RuleViolation | 'not-ready' | 'not-a-player' | null {
  if (!table) return 'not-ready';
  const side = sideOf(table.game, me);
  if (!side) return 'not-a-player';
  if (table.phase !== 'playing') return 'not-active';
  return violationOf(shownState(table), side, position);
}

/** Whether `game` says something newer about the same game. A repeat may carry a moved deadline, and nothing else. */
function isNewer(game: Game, known: Game): boolean {
  return (
    game.version > known.version || (game.version === known.version && game.serverTime > known.serverTime)
  );
}

/** The own move goes on waiting only while it could still be played. */
function stillPending(
  { pending }: OnlineGame,
  game: Game,
  confirmedState: GameState,
  me: string,
): Position | null {
  const side = sideOf(game, me);
  if (pending === null || side === null || game.status !== 'active') return null;
  return violationOf(confirmedState, side, pending) === null ? pending : null;
}

function updated(table: OnlineGame, game: Game, me: string): OnlineGame {
  if (game.id !== table.game.id || !isNewer(game, table.game)) return table;
  const replayed = replay(game.moves);
  if (!replayed.ok) return table;
  const confirmedState = replayed.state;
  const phase = table.phase === 'playing' && game.status !== 'active' ? 'ended' : table.phase;
  return { ...table, game, confirmedState, phase, pending: stillPending(table, game, confirmedState, me) };
}

/** A game on an empty table; null where its moves make no sense. */
function createTable(game: Game, me: string): OnlineGame | null {
  const blank: OnlineGame = {
    game: { ...game, version: -1 },
    confirmedState: NEW_GAME,
    pending: null,
    phase: 'playing',
    result: null,
    offline: {},
  };
  const next = updated(blank, game, me);
  return next === blank ? null : next;
}

/** What is over and was not put away here lies on the board, and its result can be looked at. */
function previousGameLoaded(online: Online, game: Game): Online {
  const { me, table, gone } = online;
  if (table || gone.includes(game.id) || game.status !== 'finished') return online;
  const lying = createTable(game, me);
  return lying ? { me, table: { ...lying, phase: 'closed' }, gone } : online;
}

function seated(online: Online, game: Game): Online {
  const { me, table, gone } = online;
  if (gone.includes(game.id)) return online;
  if (table?.game.id === game.id) return step(online, { type: 'updated', game });
  if (game.status !== 'active') return online;
  const next = createTable(game, me);
  if (!next) return online;
  // The one before is over for us, whatever is still said about it.
  return { me, table: next, gone: table ? forget(gone, table.game.id) : gone };
}

const forget = (gone: readonly string[], id: string) => [...gone, id].slice(-REMEMBERED);

/** The end, once: a game whose result was put away does not show it again. */
function over(table: OnlineGame, result: GameResult, me: string): OnlineGame {
  if (result.gameId !== table.game.id) return table;
  const next = updated(table, result.game, me);
  // Nothing is to be seen on the board when a player left: the result is shown at once.
  const phase = next.phase === 'ended' && result.isAbandonmentWin ? 'shown' : next.phase;
  return next.phase === 'playing' ? next : { ...next, phase, result: next.result ?? result };
}

/** Marks a player as offline since the earliest reported time. */
function awayAt(table: OnlineGame, { userId, since }: { userId: string; since: number }): OnlineGame {
  const { game, offline } = table;
  if (sideOf(game, userId) === null || (offline[userId] ?? Infinity) <= since) return table;
  return { ...table, offline: { ...offline, [userId]: since } };
}

const without = (away: OnlineGame['offline'], userId: string): OnlineGame['offline'] =>
  Object.fromEntries(Object.entries(away).filter(([id]) => id !== userId));

function atTable(
  online: Online,
  table: OnlineGame,
  event: Exclude<OnlineEvent, { type: 'seated' | 'previousGameLoaded' }>,
): OnlineGame | null {
  switch (event.type) {
    case 'updated':
      return updated(table, event.game, online.me);
    case 'press':
      return mayMove(online) && moveErrorAt(online, event.position) === null
        ? { ...table, pending: event.position }
        : table;
    case 'rejected':
      return event.gameId === table.game.id ? { ...table, pending: null } : table;
    case 'over':
      return over(table, event.result, online.me);
    case 'show':
      return table.phase === 'ended' ? { ...table, phase: 'shown' } : table;
    case 'close':
      return table.phase === 'shown' ? { ...table, phase: 'closed' } : table;
    case 'open':
      return table.phase === 'closed' ? { ...table, phase: 'shown' } : table;
    case 'offline':
      return awayAt(table, event);
    case 'online':
      return event.userId in table.offline
        ? { ...table, offline: without(table.offline, event.userId) }
        : table;
    case 'gone':
      return event.gameId === table.game.id ? null : table;
  }
}

/** Whether the server plays this seat: both may be so at once. */
export const isAutoPlayed = ({ autoPlaySeats, autoPlayActive }: Game, side: Side): boolean =>
  autoPlaySeats?.includes(side) ?? autoPlayActive === side;

/** One step. What does not fit where the table stands, or is older than what is known, changes nothing. */
export function step(online: Online, event: OnlineEvent): Online {
  if (event.type === 'seated') return seated(online, event.game);
  if (event.type === 'previousGameLoaded') return previousGameLoaded(online, event.game);
  const { me, table } = online;
  const gone =
    event.type === 'gone' && !online.gone.includes(event.gameId)
      ? forget(online.gone, event.gameId)
      : online.gone;
  const next = table && atTable(online, table, event);
  return next === table && gone === online.gone ? online : { me, table: next, gone };
}

/** Returns whose turn it is on the shown board; null when neither side may move. */
export function turnOf(table: OnlineGame): Side | null {
  const state = shownState(table);
  return table.phase === 'playing' && state.outcome === null ? sideToMove(state) : null;
}

/** Whether the user at this screen may take a cell now. A move from a seat on auto-play takes it back. */
export function mayMove({ me, table }: Online): boolean {
  if (!table || table.pending !== null) return false;
  const side = sideOf(table.game, me);
  return side !== null && turnOf(table) === side;
}

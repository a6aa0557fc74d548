import {
  type GameState as Board,
  isBot,
  type Position,
  type Side,
  sideToMove,
  type GameId,
  type RoomId,
  type UserId,
} from '@fifteen/domain';

/** The status of a game; the migration lists the allowed transitions. */
export type Status = 'funding' | 'active' | 'finished' | 'abandoned' | 'cancelling' | 'cancelled';

/** How a game ended; null while it runs, and when it never started. */
export type Condition = 'draw' | 'horizontal' | 'vertical' | 'diagonal' | 'abandonment' | 'expired';

/** Why a game never started. */
export type CancelReason = 'INSUFFICIENT_COINS' | 'ALREADY_IN_GAME' | 'CALLED_OFF';

/** One value for each seat. */
export interface PerSeat<T> {
  readonly X: T;
  readonly O: T;
}

/** A committed state of a game. Immutable: a change creates a new one. */
export interface Game {
  readonly id: GameId;
  readonly roomId: RoomId;
  readonly round: number;
  readonly players: PerSeat<UserId>;
  /** Whole coins from each player; 0 for a friendly game. */
  readonly bet: number;
  readonly status: Status;
  readonly board: Board;
  readonly version: number;
  /** Whether the server plays the seat for its absent player. */
  readonly auto: PerSeat<boolean>;
  /** The player to move took control in this turn and already got a fresh turn. */
  readonly renewed: boolean;
  readonly winner: Side | null;
  readonly condition: Condition | null;
  readonly abandonedBy: UserId | null;
  readonly cancelReason: CancelReason | null;
  readonly turnDeadline: Date | null;
  /** When a job must handle this game next; see the migration. */
  readonly dueAt: Date | null;
  readonly startedAt: Date | null;
  readonly lastMoveAt: Date | null;
  readonly finishedAt: Date | null;
  readonly settledAt: Date | null;
}

/** A change of an active game, from one state to the next. */
export interface Change {
  /** The change is written only if the game still has this version. */
  readonly before: Game;
  readonly after: Game;
  /** When it was decided, by the clock of the database. */
  readonly at: Date;
  /** The seat that acted. */
  readonly by: Side;
  /** The cell that was taken, or null when none was. */
  readonly position: Position | null;
  /** Whether the server acted for an absent player. */
  readonly byServer: boolean;
}

/** Returns the seat of a user, or null when the user is not a player of this game. */
export function seatOf(game: Game, userId: UserId): Side | null {
  if (game.players.X === userId) return 'X';
  return game.players.O === userId ? 'O' : null;
}

/** Returns the seat whose turn it is. Meaningless once the game is over. */
export const turnOf = (game: Game): Side => sideToMove(game.board);

/** Returns whether the game is over: its state no longer changes. */
export const isOver = (game: Game): boolean => game.finishedAt !== null;

/** Returns the id of the winner, or null for a draw and for a refunded game. */
export const winnerId = (game: Game): UserId | null => game.winner && game.players[game.winner];

/** Returns the ids of the players who are not bots. */
export const humanPlayers = (game: Game): UserId[] =>
  [game.players.X, game.players.O].filter((id) => !isBot(id));

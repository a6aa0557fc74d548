import { sideToMove, type GameState as Board, type Position, type Side } from '@fifteen/rules';

/** See the table in the migration for what may follow what. */
export type Status = 'funding' | 'active' | 'finished' | 'abandoned' | 'cancelling' | 'cancelled';

export type Condition = 'draw' | 'horizontal' | 'vertical' | 'diagonal' | 'abandonment' | 'expired';

/** Why a game never opened. */
export type CancelReason = 'INSUFFICIENT_COINS' | 'ALREADY_IN_GAME' | 'CALLED_OFF';

/** One value for each seat. */
export interface Seats<T> {
  readonly X: T;
  readonly O: T;
}

/** A game as it was committed. Immutable: what changes it makes a new one. */
export interface Game {
  readonly id: string;
  readonly roomId: string;
  readonly round: number;
  readonly players: Seats<string>;
  /** Whole coins from each player; 0 for a friendly game. */
  readonly bet: number;
  readonly status: Status;
  readonly board: Board;
  readonly version: number;
  /** Seats that the server plays for their absent players. */
  readonly auto: Seats<boolean>;
  /** The player to move has had a second turn's time in this turn already. */
  readonly renewed: boolean;
  readonly winner: Side | null;
  readonly condition: Condition | null;
  readonly abandonedBy: string | null;
  readonly cancelReason: CancelReason | null;
  readonly turnDeadline: Date | null;
  /** The next instant at which something must be done for this game; see the migration. */
  readonly dueAt: Date | null;
  readonly startedAt: Date | null;
  readonly lastMoveAt: Date | null;
  readonly finishedAt: Date | null;
  readonly settledAt: Date | null;
}

/** A change of an open game: what it was decided on, and what it makes of it. */
export interface Change {
  /** The change is written only if the game still has this version. */
  readonly before: Game;
  readonly after: Game;
  /** When it was decided, by the database's clock. */
  readonly at: Date;
  /** The seat that acted. */
  readonly by: Side;
  /** The cell that was taken, or null when none was. */
  readonly position: Position | null;
  /** The server acted, for an absent player. */
  readonly byServer: boolean;
}

/** A bot's id; bots have no account, play for no coins and are in any number of games at once. */
export const isBot = (userId: string): boolean => userId.startsWith('player_');

/** The seat of a user, or null for somebody who does not play here. */
export function seatOf(game: Game, userId: string): Side | null {
  if (game.players.X === userId) return 'X';
  return game.players.O === userId ? 'O' : null;
}

/** The seat whose turn it is. Not asked once the game is over. */
export const turnOf = (game: Game): Side => sideToMove(game.board);

/** It will not change any more. */
export const isOver = (game: Game): boolean => game.finishedAt !== null;

/** Who won, or null for a draw and for a game that is refunded. */
export const winnerId = (game: Game): string | null => game.winner && game.players[game.winner];

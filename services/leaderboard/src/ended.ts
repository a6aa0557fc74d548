import { Condition, Mark, type GameState } from '@fifteen/proto/game';
import type { Played } from './record.ts';

/** A game that ended, as far as records are concerned. */
export interface Ended {
  readonly id: string;
  readonly x: string;
  readonly o: string;
  /** A user's id; null for a draw, and a game that expired. */
  readonly winner: string | null;
  readonly condition: 'draw' | 'horizontal' | 'vertical' | 'diagonal' | 'abandonment' | 'expired';
  readonly plies: number;
  readonly bet: number;
  readonly finishedAt: Date;
}

/** A player id that begins so is the computer's. */
const BOT_PREFIX = 'player_';
const isBot = (userId: string): boolean => userId.startsWith(BOT_PREFIX);

const CONDITION: Readonly<Partial<Record<Condition, Ended['condition']>>> = {
  [Condition.DRAW]: 'draw',
  [Condition.HORIZONTAL]: 'horizontal',
  [Condition.VERTICAL]: 'vertical',
  [Condition.DIAGONAL]: 'diagonal',
  [Condition.ABANDONMENT]: 'abandonment',
  [Condition.EXPIRED]: 'expired',
};

/** What a fact says of a game that ended. Throws when it says of one that did not. */
export function endedOf(game: GameState): Ended {
  const condition = CONDITION[game.condition];
  if (!condition || !game.finishedAt) throw new Error(`game ${game.id} has not ended`);
  const { id, xPlayerId: x, oPlayerId: o, bet, finishedAt } = game;
  const winner = game.winner === Mark.X ? x : game.winner === Mark.O ? o : null;
  return { id, x, o, winner, condition, plies: game.moves.length, bet, finishedAt };
}

/** A game with the person who played it. */
export interface Seat extends Played {
  readonly userId: string;
  readonly opponentId: string;
  /** Won, or lost when negative. */
  readonly coins: number;
}

/** The game as each of its people played it; one that expired before it began was played by nobody. */
export function seatsOf(game: Ended): Seat[] {
  if (game.condition === 'expired') return [];
  const seat = (userId: string, opponentId: string): Seat => {
    const won = game.winner === userId;
    const played = game.winner === null ? 'draw' : won ? 'win' : 'loss';
    return {
      ...{ userId, opponentId, gameId: game.id, finishedAt: game.finishedAt },
      outcome: isBot(opponentId) ? 'bot' : played,
      diagonal: won && game.condition === 'diagonal',
      coins: game.winner === null ? 0 : won ? game.bet : -game.bet,
    };
  };
  return [seat(game.x, game.o), seat(game.o, game.x)].filter(({ userId }) => !isBot(userId));
}

import { isBot, type UserId, type GameId } from '@fifteen/domain';
import { Condition, Mark, type GameState } from '@fifteen/proto/game';
import type { PlayedGame } from './player-stats.ts';

/** A finished game, as far as records are concerned. */
export interface FinishedGame {
  readonly id: GameId;
  readonly x: UserId;
  readonly o: UserId;
  /** A user's id; null for a draw, and a game that expired. */
  readonly winner: UserId | null;
  readonly condition: 'draw' | 'horizontal' | 'vertical' | 'diagonal' | 'abandonment' | 'expired';
  readonly plies: number;
  readonly bet: number;
  readonly finishedAt: Date;
}

const CONDITION: Readonly<Partial<Record<Condition, FinishedGame['condition']>>> = {
  [Condition.DRAW]: 'draw',
  [Condition.HORIZONTAL]: 'horizontal',
  [Condition.VERTICAL]: 'vertical',
  [Condition.DIAGONAL]: 'diagonal',
  [Condition.ABANDONMENT]: 'abandonment',
  [Condition.EXPIRED]: 'expired',
};

/**
 * Returns the finished game of a game state.
 * @throws Error when the game has not ended
 */
export function finishedGameOf(game: GameState): FinishedGame {
  const condition = game.condition && CONDITION[game.condition];
  if (!condition || !game.finishedAt) throw new Error(`game ${game.id} has not ended`);
  const { id, xPlayerId: x, oPlayerId: o, bet, finishedAt } = game;
  const winner = game.winner === Mark.X ? x : game.winner === Mark.O ? o : null;
  return { id, x, o, winner, condition, plies: game.moves.length, bet, finishedAt };
}

/** A finished game from the view of one of its players. */
export interface PlayerGame extends PlayedGame {
  readonly userId: UserId;
  readonly opponentId: UserId;
  /** Coins won; negative when lost. */
  readonly coins: number;
}

/** Returns the game from the view of each human player. A game that expired before it began has none. */
export function playerGamesOf(game: FinishedGame): PlayerGame[] {
  if (game.condition === 'expired') return [];
  const playerGame = (userId: UserId, opponentId: UserId): PlayerGame => {
    const won = game.winner === userId;
    const outcome = game.winner === null ? 'draw' : won ? 'win' : 'loss';
    return {
      ...{ userId, opponentId, gameId: game.id, finishedAt: game.finishedAt },
      outcome: isBot(opponentId) ? 'bot' : outcome,
      diagonal: won && game.condition === 'diagonal',
      coins: game.winner === null ? 0 : won ? game.bet : -game.bet,
    };
  };
  return [playerGame(game.x, game.o), playerGame(game.o, game.x)].filter(({ userId }) => !isBot(userId));
}

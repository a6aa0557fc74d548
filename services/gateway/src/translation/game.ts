import type { Game, GameResult, Mark as Side } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import { Condition, type GameState, Mark, Status } from '@fifteen/proto/game';
import { specified, type Specified } from '@fifteen/runtime';
import type { ProfileLookup } from './player.ts';

/** Translates games to the public contract. Pure: time and profiles are given. */

const SIDE: Readonly<Record<Specified<Mark>, Side>> = { [Mark.X]: 'X', [Mark.O]: 'O' };

/** The side of a mark, null for none. */
export const toSide = (mark: Mark | undefined): Side | null => (mark ? SIDE[specified(mark)] : null);

/** The mark of a side. */
export const toMark = (side: Side): Mark => (side === 'X' ? Mark.X : Mark.O);

/** Who plays ply `index` (from 0): X begins and they alternate. */
export const sideAt = (index: number): Side => (index % 2 === 0 ? 'X' : 'O');

/** Whether its players can move. */
export const isActive = (state: GameState): boolean => state.status === Status.ACTIVE;

/** It was played, and is over. */
export const isOver = (state: GameState): boolean =>
  state.status === Status.FINISHED || state.status === Status.ABANDONED;

/** A player who reconnects within this time after the end of a game receives its result. */
const RESULT_SENT_FOR_MS = 120_000;

/** Whether a game ended so long before `now` that its result is no longer sent. */
export const isResultExpired = (state: GameState, now: number): boolean =>
  isOver(state) && now - (state.finishedAt?.getTime() ?? 0) > RESULT_SENT_FOR_MS;

/** Returns the seat of a user in a game; null for a user who does not play. */
export const seatOf = (state: GameState, userId: UserId): Side | null =>
  state.xPlayerId === userId ? 'X' : state.oPlayerId === userId ? 'O' : null;

/** A whole game at the instant `now`. */
export function toGame(state: GameState, profileOf: ProfileLookup, now: number): Game {
  const { moves } = state;
  const active = isActive(state);
  return {
    id: state.id,
    roomId: state.roomId || null,
    status: active ? 'active' : state.status === Status.FINISHED ? 'finished' : 'abandoned',
    gameMode: 'online',
    board: boardOf(moves),
    currentPlayer: toSide(state.turn) ?? sideAt(moves.length),
    lastMove: moves.at(-1) ?? null,
    lastMoveAt: state.lastMoveAt?.toISOString() ?? null,
    serverTime: now,
    timeRemaining: active ? secondsLeft(state, now) : 0,
    winningPositions: state.winningPositions.length > 0 ? state.winningPositions : null,
    winner: toSide(state.winner),
    finishedAt: state.finishedAt?.toISOString() ?? null,
    playerXId: state.xPlayerId,
    playerOId: state.oPlayerId,
    playerXInfo: profileOf(state.xPlayerId),
    playerOInfo: profileOf(state.oPlayerId),
    aiDifficulty: null,
    autoPlayActive: autoPlayOf(state),
    autoPlaySeats: [...(state.autoX ? (['X'] as const) : []), ...(state.autoO ? (['O'] as const) : [])],
    betAmount: state.bet,
    syncTimestamp: now,
    timestamp: now,
    version: state.version,
    moves,
  };
}

function boardOf(moves: readonly number[]): Game['board'] {
  const board: Record<string, Side> = {};
  for (let index = 0; index < moves.length; index += 1) board[String(moves[index])] = sideAt(index);
  return board;
}

/** To the tenth of a second, and never more than when the turn began: our clock may be behind that of the game. */
function secondsLeft({ turnDeadline, lastMoveAt, startedAt }: GameState, now: number): number {
  if (!turnDeadline) return 0;
  const began = (lastMoveAt ?? startedAt)?.getTime() ?? now;
  return Math.max(0, Math.round((turnDeadline.getTime() - Math.max(now, began)) / 100) / 10);
}

/** The seat the server plays; of two, the one whose turn it is. */
function autoPlayOf(state: GameState): Side | null {
  if (state.autoX && state.autoO) return toSide(state.turn) ?? 'X';
  if (state.autoX) return 'X';
  return state.autoO ? 'O' : null;
}

const CONDITION: Readonly<Record<Specified<Condition>, GameResult['condition']>> = {
  [Condition.DRAW]: 'draw',
  [Condition.HORIZONTAL]: 'horizontal',
  [Condition.VERTICAL]: 'vertical',
  [Condition.DIAGONAL]: 'diagonal',
  [Condition.ABANDONMENT]: 'abandonment',
  [Condition.EXPIRED]: 'unknown',
  [Condition.CANCELLED]: 'unknown',
};

/** How a game that is over ended. */
export function toGameResult(state: GameState, profileOf: ProfileLookup, now: number): GameResult {
  const winner = toSide(state.winner);
  const abandoned = state.condition === Condition.ABANDONMENT;
  const game = toGame(state, profileOf, now);
  return {
    gameId: state.id,
    roomId: game.roomId,
    winner,
    condition: state.condition ? CONDITION[specified(state.condition)] : 'unknown',
    winnerInfo: winner === 'X' ? game.playerXInfo : winner === 'O' ? game.playerOInfo : null,
    betAmount: state.bet,
    isAbandonmentWin: abandoned && winner !== null,
    abandonmentMessage:
      state.abandonedBy && abandoned ? `${profileOf(state.abandonedBy).displayName} left the game.` : null,
    playerXInfo: game.playerXInfo,
    playerOInfo: game.playerOInfo,
    game,
  };
}

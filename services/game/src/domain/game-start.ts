import { randomInt } from 'node:crypto';
import type { CreateGameRequest } from '@fifteen/proto/game';
import {
  toGameId,
  ID_MAX,
  isBot,
  NEW_GAME,
  requiredCoins,
  ROOM_BETS,
  toRoomId,
  toUserId,
  type GameId,
  type RoomId,
  type UserId,
} from '@fifteen/domain';
import { AppError, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { DecisionTime } from './decisions.ts';
import { seatOf, type CancelReason, type Game } from './game.ts';
import { later, turnFrom } from './timings.ts';

/** A validated request to start a game. */
export interface GameStart {
  gameId: GameId;
  roomId: RoomId;
  round: number;
  players: readonly [UserId, UserId];
  bet: number;
  /** The player who gets X; null draws by lot. */
  xPlayerId: UserId | null;
}

const id = z.string().min(1).max(ID_MAX);
const player = id.transform(toUserId);
const startSchema = z.object({
  gameId: z.guid().toLowerCase().transform(toGameId),
  roomId: id.transform(toRoomId),
  round: z.int().min(1).max(1_000_000),
  playerIds: z.tuple([player, player]),
  bet: z.literal(ROOM_BETS),
  xPlayerId: player.or(z.literal('')),
});

/**
 * Parses a request to start a game.
 * @throws INVALID
 */
export function parseGameStart(request: CreateGameRequest): GameStart {
  const { playerIds, xPlayerId, ...rest } = parseRequest(startSchema, request);
  return { ...rest, players: playerIds, xPlayerId: xPlayerId || null };
}

/**
 * Returns the new game of a start, in status `funding`.
 * @throws INVALID
 */
export function draftGame(
  { gameId, roomId, round, players: [a, b], bet, xPlayerId }: GameStart,
  { at, timings }: DecisionTime,
): Game {
  if (a === b) throw new AppError('INVALID', { reason: 'A game needs two different players' });
  if (isBot(a) && isBot(b)) throw new AppError('INVALID', { reason: 'A game needs a person' });
  if (bet > 0 && (isBot(a) || isBot(b)))
    throw new AppError('INVALID', { reason: 'A bot plays for no coins' });
  // X can force a win on this board, so players must not be able to predict who gets it.
  const x = xPlayerId ?? (randomInt(2) === 0 ? a : b);
  if (x !== a && x !== b) throw new AppError('INVALID', { reason: 'X is not one of the players' });
  return {
    ...{ id: gameId, roomId, round, bet, players: { X: x, O: x === a ? b : a } },
    ...{ status: 'funding', board: NEW_GAME, version: 0, auto: { X: false, O: false }, renewed: false },
    ...{ winner: null, condition: null, abandonedBy: null, cancelReason: null },
    ...{ turnDeadline: null, startedAt: null, lastMoveAt: null, finishedAt: null, settledAt: null },
    dueAt: later(at, timings.stakeRetry),
  };
}

/** Returns whether a game is the one that this start created. */
export const isGameOf = (game: Game, { roomId, round, players, bet }: GameStart): boolean =>
  game.roomId === roomId &&
  game.round === round &&
  game.bet === bet &&
  players.every((player) => seatOf(game, player) !== null);

/**
 * Returns the game, or throws the reason why it was cancelled before it started.
 * @param shortUserIds the players who lacked the coins
 * @throws INSUFFICIENT_COINS, ALREADY_IN_GAME, GAME_CANCELLED
 */
export function assertNotCancelled(game: Game, shortUserIds: readonly UserId[]): Game {
  switch (game.cancelReason) {
    case null:
      return game;
    case 'INSUFFICIENT_COINS': {
      const coins = requiredCoins(game.bet);
      throw new AppError('INSUFFICIENT_COINS', { coins, shortUserIds });
    }
    case 'ALREADY_IN_GAME':
      throw new AppError('ALREADY_IN_GAME');
    case 'CALLED_OFF':
      throw new AppError('GAME_CANCELLED');
  }
}

/** Returns the game as it starts, with the first turn running. */
export function startedGame(game: Game, { at, timings, random }: DecisionTime): Game {
  const turn = turnFrom(at, game.players.X, false, timings, random);
  return { ...game, status: 'active', startedAt: at, ...turn };
}

/** Returns the game as it is cancelled before its start. */
export function cancelledGame(game: Game, reason: CancelReason, { at }: DecisionTime): Game {
  const cancelReason = game.cancelReason ?? reason;
  return { ...game, status: 'cancelled', cancelReason, dueAt: null, finishedAt: at, settledAt: at };
}

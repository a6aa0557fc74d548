import { z } from 'zod';
import {
  AI_WIN_AWARD,
  DEFAULT_QUICK_MATCH_BET,
  DIFFICULTIES,
  type ErrorCode,
  QUICK_MATCH_BETS,
  REASON_MAX,
} from '@fifteen/domain';
import { Game } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Coins, GameId, Id, Ply, singleLineText, Position, UserId } from '../scalars.ts';
import { call, cursor, TextResponse } from './call.ts';

const byId = z.object({ id: GameId });
/** Accepts one of the amounts. The message is a code of the error catalogue. */
const oneOf = <const T extends readonly number[]>(amounts: T, error: ErrorCode) =>
  z.literal(amounts, { error });

/** Quick match. The socket's start_matchmaking and cancel_matchmaking do the same. */
export const matchmaking = {
  join: call(routes.matchmaking.join, {
    summary: 'Search for an opponent',
    body: z.object({
      betAmount: oneOf(QUICK_MATCH_BETS, 'INVALID_BET').default(DEFAULT_QUICK_MATCH_BET),
      acceptComputer: z
        .boolean()
        .optional()
        .describe(
          'In a search for coins: play a computer player for no coins, and no person, once the search has lasted 40 s. The search may be repeated with it. A friendly search meets a computer player after 40 s anyway',
        ),
    }),
    ok: { 200: z.object({ status: z.enum(['waiting', 'matched']), message: z.string() }) },
    errors: ['INVALID_BET', 'INSUFFICIENT_COINS', 'STAKE_LIMIT', 'ALREADY_IN_GAME', 'QUEUE_UNAVAILABLE'],
  }),
  leave: call(routes.matchmaking.leave, {
    summary: 'End the search; without one, nothing changes. `matched`: a match was found before',
    ok: { 200: TextResponse.extend({ status: z.enum(['left', 'matched']).optional() }) },
    errors: ['QUEUE_UNAVAILABLE'],
  }),
};

/** Online games. */
export const games = {
  history: call(routes.games.history, {
    summary: 'Finished games of a user (default: the caller), newest first',
    query: z.object({ userId: UserId.optional(), cursor: cursor.optional() }),
    ok: { 200: z.object({ games: z.array(Game), nextCursor: z.string().nullable() }) },
    errors: ['INVALID'],
  }),
  get: call(routes.games.get, {
    summary: 'A game, for its players and spectators; a finished game, for every user',
    params: byId,
    ok: { 200: Game },
    errors: ['GAME_NOT_FOUND', 'GAME_NOT_READY', 'FORBIDDEN'],
  }),
  move: call(routes.games.move, {
    summary: 'Place a mark; a repeat of the last own move returns the present state',
    params: byId,
    body: z.object({
      position: z.int().describe('1 to 15; any other is INVALID_MOVE'),
      ply: Ply.optional(),
    }),
    ok: { 200: Game },
    errors: [
      'GAME_NOT_FOUND',
      'GAME_NOT_READY',
      'GAME_NOT_ACTIVE',
      'INVALID_MOVE',
      'POSITION_OCCUPIED',
      'POSITION_LOCKED',
      'NOT_A_PLAYER',
      'NOT_YOUR_TURN',
      'CONFLICT',
    ],
  }),
};

/** The reward for a win against the computer. */
export const coins = {
  award: call(routes.coins.award, {
    summary: 'Claim 100 coins for a win against the computer: at most one per 5 s and 50 a day',
    body: z.object({
      userId: UserId.describe('The caller; another user is FORBIDDEN'),
      amount: oneOf([AI_WIN_AWARD], 'INVALID_AMOUNT').describe('Always 100'),
      reason: singleLineText(0, REASON_MAX).describe('Free text, stored with the payment'),
      game: z
        .object({
          id: Id.optional().describe(
            "The client's id of the local game: the same game is paid once. Without it and an Idempotency-Key, equal games within 30 s are one",
          ),
          difficulty: z.enum(DIFFICULTIES),
          moves: z.array(Position).min(5).max(15).describe('In order; X is the user and begins'),
        })
        .optional()
        .describe('Replayed by the server. Without it at most 10 awards a day'),
    }),
    ok: { 200: z.object({ coins: Coins }) },
    errors: ['INVALID_AMOUNT', 'FORBIDDEN', 'INVALID_GAME', 'AWARD_LIMIT'],
  }),
};

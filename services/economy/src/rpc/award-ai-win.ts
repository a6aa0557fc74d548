import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AiTranscript, AwardAiWinRequest, AwardAiWinResponse } from '@fifteen/proto/economy';
import { DIFFICULTIES, isId, REASON_MAX, replayAiWin } from '@fifteen/domain';
import { AppError, isAppError, networkOf, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { toAppError } from '../db/errors.ts';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { walletCommand } from '../db/wallets.ts';
import { singleLineText, ownerId } from '../domain/requests.ts';

/** Awards a day to one network, in production (docs/spec/guarantees.md#guarantees-5). */
const NETWORK_LIMIT = 200;

const schema = z.object({
  userId: ownerId,
  reason: singleLineText(REASON_MAX),
  transcript: z
    .object({
      difficulty: z.string(),
      moves: z.array(z.number()).max(15),
      /** The client's own id of the game, or empty. */
      gameId: z.string().refine((id) => id === '' || isId(id), 'must be an id'),
    })
    .optional(),
  ip: z.string().refine((ip) => isIP(ip) !== 0, 'must be an address'),
  key: z.string().max(128),
});

/**
 * Pays for a win against the computer, once per game id; without one, once per key; without both, equal transcripts
 * within 30 s are one win. The replay proves that the game is possible, not that a person played it; the limits in the
 * database keep it harmless.
 * @throws INVALID_GAME, AWARD_LIMIT (the user's quota of the day) and TOO_MANY_REQUESTS (the interval, and the quotas of
 *   the network and of all users), both with retryAfter, IDEMPOTENCY_KEY_REUSED, USER_NOT_FOUND without a wallet
 */
export async function awardAiWin(
  context: LedgerContext & { rateLimitScale: number },
  message: AwardAiWinRequest,
): Promise<AwardAiWinResponse> {
  const { userId, reason, transcript, ip, key } = parseRequest(schema, message);
  if (transcript && !isWin(transcript)) throw notAWin();
  const request = transcript
    ? { reason, difficulty: transcript.difficulty, moves: transcript.moves }
    : { reason };
  const gameId = transcript?.gameId ?? '';
  const values = [
    userId,
    gameId || (key && toLedgerKey(key)) || null,
    transcript !== undefined,
    JSON.stringify(request),
    networkOf(ip, 'site'),
    Math.round(NETWORK_LIMIT * context.rateLimitScale),
  ];
  const command = walletCommand(userId, 'award_ai_win($1, $2, $3, $4, network($5::inet), $6)', values);
  return transact(context, 'award-ai-win', async (sql, effects) => {
    try {
      return await command(sql, effects);
    } catch (error) {
      throw toAwardError(error, gameId);
    }
  });
}

/** Returns what stands for the game in the ledger's key. It is longer than any game's id, so it equals none. */
const toLedgerKey = (key: string): string => `key:${createHash('sha256').update(key).digest('hex')}`;

const notAWin = (): AppError => new AppError('INVALID_GAME');

function toAwardError(raised: unknown, gameId: string): unknown {
  const error = toAppError(raised);
  // The same game with other moves: one of the two was not played.
  if (isAppError(error, 'CONFLICT')) return gameId ? notAWin() : new AppError('IDEMPOTENCY_KEY_REUSED');
  return error;
}

function isWin({ difficulty, moves }: AiTranscript): boolean {
  const level = DIFFICULTIES.find((known) => known === difficulty);
  return level !== undefined && replayAiWin(moves, level) === 'ok';
}

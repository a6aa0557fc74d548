import type { AiTranscript, AwardAiRequest, Balance } from '@fifteen/proto/economy';
import { DIFFICULTIES, replayAiWin } from '@fifteen/rules';
import { AppError, isAppError, networkOf } from '@fifteen/runtime';
import type { Verb } from './ledger.ts';
import { refusalIn } from './refusals.ts';
import { callWallet } from './wallets.ts';

/** Awards a day from one network, in production (reliability 1.5). */
const NETWORK_LIMIT = 200;

/**
 * Pays for a win against the computer, once per game. The replay proves that it can have happened, not that a person
 * played it; the bounds in the database are what keeps it harmless. `scale` multiplies the limit of a network.
 * Refuses INVALID_GAME, TOO_MANY_REQUESTS (retryAfter), NOT_FOUND without a wallet.
 */
export function awardAi({ userId, reason, transcript, ip }: AwardAiRequest, scale: number): Verb<Balance> {
  if (transcript && !isWin(transcript)) throw notAWin();
  const request = transcript
    ? { reason, difficulty: transcript.difficulty, moves: transcript.moves }
    : { reason };
  const values = [
    userId,
    transcript?.gameId || null,
    transcript !== undefined,
    JSON.stringify(request),
    networkOf(ip, 24),
    Math.round(NETWORK_LIMIT * scale),
  ];
  return {
    name: 'award-ai',
    run: async (sql) => {
      try {
        return await callWallet(sql, userId, 'award_ai($1, $2, $3, $4, network($5::inet), $6)', values);
      } catch (error) {
        // The same game with other moves: one of the two was not played.
        throw isAppError(refusalIn(error), 'CONFLICT') ? notAWin() : error;
      }
    },
  };
}

const notAWin = (): AppError => new AppError('INVALID_GAME', 'This game is not a win against the AI');

function isWin({ difficulty, moves }: AiTranscript): boolean {
  const level = DIFFICULTIES.find((known) => known === difficulty);
  return level !== undefined && replayAiWin(moves, level) === 'ok';
}

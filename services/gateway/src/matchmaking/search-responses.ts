import { type ErrorBody, errorResponse } from '@fifteen/contract';
import { requiredCoins } from '@fifteen/domain';
import type { SearchEnded } from '@fifteen/proto/events';
import { AppError, isAppError } from '@fifteen/runtime';

const MESSAGES = {
  waiting: 'Looking for an opponent...',
  matched: "You've been matched with an opponent. Game starting...",
  left: "You've left the matchmaking queue.",
} as const;

const COMPUTER_OFFERED = 'Nobody has come yet. You can play the computer instead, for no coins.';

type Status = keyof typeof MESSAGES | 'stopped';

/** State of a user's search, as its client receives it. */
export interface SearchResponse<S extends Status = Status> {
  status: S;
  message: string;
  betAmount: number;
  computerOffered?: true;
}

/** Returns the state of a search after a request. */
export const toSearchResponse = <S extends keyof typeof MESSAGES>(
  status: S,
  betAmount: number,
): SearchResponse<S> => ({ status, message: MESSAGES[status], betAmount });

/** Returns the state of a search for coins that may meet a computer player instead. */
export const toComputerOffer = (betAmount: number): SearchResponse<'waiting'> => ({
  ...{ status: 'waiting', message: COMPUTER_OFFERED, betAmount, computerOffered: true },
});

/** Returns the state of a search that found no opponent in time. */
export const toTimeout = (betAmount: number): SearchResponse<'stopped'> => ({
  ...{ status: 'stopped', message: errorResponse('TIMEOUT').body.message, betAmount },
});

/** Returns the error of a search that ended because its user may not play. */
export function toSearchError({ bet, code, stakeLimit }: SearchEnded): ErrorBody {
  const details = code === 'INSUFFICIENT_COINS' ? { coins: requiredCoins(bet) } : stakeLimit;
  return errorResponse(code, details).body;
}

/** Returns the error of a request to the queue: QUEUE_UNAVAILABLE where a service does not respond. */
export const queueError = (error: unknown): unknown =>
  isAppError(error, 'SERVICE_UNAVAILABLE')
    ? Object.assign(new AppError('QUEUE_UNAVAILABLE', error.details), { cause: error.cause })
    : error;

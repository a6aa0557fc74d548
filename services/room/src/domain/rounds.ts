import type { ErrorCode } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import type { AppError } from '@fifteen/runtime';

/** Errors of the game service that end a round for good. After any other error, the start is repeated. */
const PERMANENT_ERRORS: readonly ErrorCode[] = [
  'INSUFFICIENT_COINS',
  'STAKE_LIMIT',
  'ALREADY_IN_GAME',
  'GAME_CANCELLED',
  'CONFLICT',
];

/** Returns whether this error means that the round will never be played. */
export const isPermanentError = ({ code }: AppError): boolean => PERMANENT_ERRORS.includes(code);

/** Returns whether this game has ended, in whichever way. */
export const isOver = (game: GameState): boolean =>
  game.status === Status.FINISHED || game.status === Status.ABANDONED || game.status === Status.CANCELLED;

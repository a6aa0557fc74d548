import { requiredCoins, type UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';

/**
 * Returns the error of a game that could not be paid, as one of its players receives it.
 * @param shortUserIds the players who lack the coins; empty if the room service did not name them
 */
export const toStakeError = (userId: UserId, bet: number, shortUserIds: readonly UserId[]): AppError =>
  shortUserIds.length === 0 || shortUserIds.includes(userId)
    ? new AppError('INSUFFICIENT_COINS', { coins: requiredCoins(bet) })
    : new AppError('OPPONENT_SHORT_OF_COINS');

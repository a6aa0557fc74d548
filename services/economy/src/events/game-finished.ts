import { isBot, type UserId } from '@fifteen/domain';
import { Condition, type GameState } from '@fifteen/proto/game';
import type { BatchHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { transactWithin } from '../db/ledger.ts';
import { earnRewardCommand, usersWithoutReward } from '../db/rewards.ts';
import { hasWallet, openWalletCommand } from '../db/wallets.ts';

const REWARD = 'first_online_game';

/** Ends of a game that was played to its end, or that one player left. */
const PLAYED: ReadonlySet<Condition | undefined> = new Set([
  Condition.DRAW,
  Condition.HORIZONTAL,
  Condition.VERTICAL,
  Condition.DIAGONAL,
  Condition.ABANDONMENT,
]);

/** Returns the users who played to the end. */
const finishersOf = ({ condition, xPlayerId, oPlayerId, abandonedBy }: GameState): UserId[] =>
  PLAYED.has(condition)
    ? [xPlayerId, oPlayerId].filter((id) => id !== '' && !isBot(id) && id !== abandonedBy)
    : [];

/** Grants the reward of the first online game to both players; later games grant nothing. */
export const gameFinished: BatchHandler<'gameFinished', AppContext> = {
  all: async (context, sql, values) => {
    const finishers = [...new Set(values.flatMap(({ game }) => (game ? finishersOf(game) : [])))];
    if (finishers.length === 0) return undefined;
    // Most players have it, and are found without a lock.
    const unrewarded = await usersWithoutReward(sql, finishers, REWARD);
    if (unrewarded.length === 0) return undefined;
    return transactWithin(context, sql, async (inside, effects) => {
      // In the order of their ids, as all commands lock wallets.
      for (const userId of unrewarded.toSorted()) {
        // After an outage, the game of a new user can end before the event that opens the wallet is handled.
        if (!(await hasWallet(inside, userId))) await openWalletCommand(userId)(inside, effects);
        await earnRewardCommand(userId, REWARD)(inside, effects);
      }
    });
  },
};

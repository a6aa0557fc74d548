import type { GameState } from '@fifteen/proto/game';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { callOffRound, finishRounds } from '../db/rounds.ts';
import { PendingNotifications } from '../domain/notifications.ts';
import { sendNotifications } from '../db/transaction.ts';

/** Returns the handler of events that carry a game, which are applied in batches. */
const handleGames = (
  apply: (sql: Sql, notifications: PendingNotifications, games: readonly GameState[]) => Promise<void>,
) => ({
  all: async (
    context: AppContext,
    sql: Sql,
    values: readonly { game?: GameState | undefined }[],
  ): Promise<() => void> => {
    const notifications = new PendingNotifications();
    await apply(
      sql,
      notifications,
      values.flatMap(({ game }) => game ?? []),
    );
    return () => void sendNotifications(context, notifications);
  },
});

/** Finishes the rounds of games that were played, so that their rooms can start the next ones. */
export const finishRoundsOfGames = handleGames(finishRounds);

/**
 * Calls off the rounds that seem to play games which never opened. The start of a game that is cancelled has its error from
 * the game service, or gets it by a repeat.
 */
export const callOffRoundsOfGames = handleGames(async (sql, notifications, games) => {
  for (const { id } of games) await callOffRound(sql, notifications, id);
});

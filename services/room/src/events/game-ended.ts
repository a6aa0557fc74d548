import type { GameState } from '@fifteen/proto/game';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { finishRounds } from '../db/rounds.ts';
import { PendingNotifications } from '../domain/notifications.ts';
import { sendNotifications } from '../db/transaction.ts';

/** Finishes the rounds of games that were finished or cancelled, so that their rooms can start the next ones. */
export const finishRoundsOfGames = {
  all: async (
    context: AppContext,
    sql: Sql,
    values: readonly { game?: GameState | undefined }[],
  ): Promise<() => void> => {
    const notifications = new PendingNotifications();
    await finishRounds(
      sql,
      notifications,
      values.flatMap(({ game }) => game ?? []),
    );
    return () => void sendNotifications(context, notifications);
  },
};

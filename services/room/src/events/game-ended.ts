import type { GameState } from '@fifteen/proto/game';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { finishRound } from '../db/rounds.ts';
import { Notifications } from '../domain/notifications.ts';
import { sendNotifications } from '../db/transaction.ts';

/** Finishes the round of a game that was finished or cancelled, so that its room can start the next one. */
export async function finishRoundOfGame(
  context: AppContext,
  sql: Sql,
  { game }: { game?: GameState | undefined },
): Promise<void | (() => void)> {
  if (!game) return undefined;
  const notifications = new Notifications();
  await finishRound(sql, notifications, game);
  return () => void sendNotifications(context, notifications);
}

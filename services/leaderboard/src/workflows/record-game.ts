import type { UserId } from '@fifteen/domain';
import { failpoint, writeOutbox, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertGame, insertPlayerGame } from '../db/games.ts';
import { lockOpenWeek, lockUsers } from '../db/locks.ts';
import { addToProgress } from '../db/progress.ts';
import { scoreGame } from '../db/weekly-scores.ts';
import { insertWeek } from '../db/weeks.ts';
import { recordChanged } from '../domain/events.ts';
import { playerGamesOf, type FinishedGame } from '../domain/finished-game.ts';
import { milestonePushes } from '../domain/notifications.ts';
import type { Milestones } from '../domain/progress.ts';
import { weekOf, type Week } from '../domain/week.ts';

/**
 * Adds a finished game to the progress and the weekly scores of its players, once per game. Returns what to run after the
 * commit: it sends the notifications.
 */
export async function recordGame(
  context: AppContext,
  sql: Sql,
  game: FinishedGame,
): Promise<void | (() => void)> {
  if (!(await insertGame(sql, game))) return undefined;
  const week = weekOf(game.finishedAt);
  await insertWeek(sql, week);
  const isOpen = await lockOpenWeek(sql, week);
  const playerGames = playerGamesOf(game);
  const userIds = playerGames.map(({ userId }) => userId);
  await lockUsers(sql, userIds);
  for (const playerGame of playerGames) await insertPlayerGame(sql, playerGame, week);
  const reached = new Map<UserId, Milestones>();
  for (const playerGame of playerGames)
    reached.set(playerGame.userId, await addToProgress(sql, playerGame.userId, playerGame));
  if (playerGames.length === 2) await addToWeek(context, sql, { game, week, isOpen });
  await writeOutbox(sql, userIds.map(recordChanged));
  return () => {
    failpoint('leaderboard.game.after-commit');
    context.outbox.wake();
    for (const [userId, milestones] of reached)
      for (const push of milestonePushes(userId, milestones)) context.push.toUser(userId, push);
  };
}

/** Adds a game to its week. A game of a closed week counts for the all-time records only (docs/spec/guarantees.md#guarantees-8). */
async function addToWeek(
  { rules, log }: AppContext,
  sql: Sql,
  { game, week, isOpen }: { game: FinishedGame; week: Week; isOpen: boolean },
): Promise<void> {
  if (isOpen) await scoreGame(sql, game, week, rules);
  else log.error({ gameId: game.id, week }, 'game arrived after its week was closed');
}

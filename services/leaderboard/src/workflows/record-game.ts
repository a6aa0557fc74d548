import type { UserId } from '@fifteen/domain';
import { failpoint, writeOutbox, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertGame, insertPlayerGames } from '../db/games.ts';
import { lockOpenWeek, lockUsers } from '../db/locks.ts';
import { addToProgress } from '../db/progress.ts';
import { scoreGame } from '../db/weekly-scores.ts';
import { insertWeek } from '../db/weeks.ts';
import { recordChanged } from '../domain/events.ts';
import { playerGamesOf, type FinishedGame, type PlayerGame } from '../domain/finished-game.ts';
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
  const week = weekOf(game.finishedAt);
  const playerGames = playerGamesOf(game);
  const userIds = playerGames.map(({ userId }) => userId);
  const [isNew, , isOpen] = await Promise.all([
    insertGame(sql, game),
    insertWeek(sql, week),
    lockOpenWeek(sql, week),
    lockUsers(sql, userIds),
  ]);
  if (!isNew) return undefined;
  const addGame = async (playerGame: PlayerGame): Promise<[UserId, Milestones]> => [
    playerGame.userId,
    await addToProgress(sql, playerGame.userId, playerGame),
  ];
  // All of them begin after the first, because statements run in the order of their calls.
  const [, , , ...milestonesByUser] = await Promise.all([
    insertPlayerGames(sql, playerGames, week),
    playerGames.length === 2 && addToWeek(context, sql, { game, week, isOpen }),
    writeOutbox(sql, userIds.map(recordChanged)),
    ...playerGames.map(addGame),
  ]);
  return () => {
    failpoint('leaderboard.game.after-commit');
    context.outbox.wake();
    for (const [userId, milestones] of milestonesByUser)
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

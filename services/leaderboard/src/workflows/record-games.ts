import type { UserId } from '@fifteen/domain';
import { failpoint, writeOutbox, type OutboxPublisher, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertGames, insertPlayerGames } from '../db/games.ts';
import { lockOpenWeeks, lockUsers } from '../db/locks.ts';
import { addToProgress } from '../db/progress.ts';
import { scoreGames } from '../db/weekly-scores.ts';
import { insertWeeks } from '../db/weeks.ts';
import { recordChanged } from '../domain/events.ts';
import { playerGamesOf, type FinishedGame } from '../domain/finished-game.ts';
import { milestonePushes } from '../domain/notifications.ts';
import { weekName, weekOf, weeksOf } from '../domain/week.ts';

type RecordContext = Pick<AppContext, 'rules' | 'log' | 'push'> & { outbox: OutboxPublisher };

/**
 * Adds finished games to the progress and the weekly scores of their players, once per game. Returns what to run after the
 * commit: it sends the notifications.
 */
export async function recordGames(
  context: RecordContext,
  sql: Sql,
  received: readonly FinishedGame[],
): Promise<void | (() => void)> {
  const weeks = weeksOf(received.map(({ finishedAt }) => finishedAt));
  const [newIds, , openWeeks] = await Promise.all([
    insertGames(sql, received),
    insertWeeks(sql, weeks),
    lockOpenWeeks(sql, weeks),
    lockUsers(sql, usersOf(received)),
  ]);
  // An event may come with another id a second time, and twice at once.
  const games = received.filter(({ id }) => newIds.delete(id));
  if (games.length === 0) return undefined;
  // All of them begin after the first, because statements run in the order of their calls.
  const [, , , milestonesByUser] = await Promise.all([
    insertPlayerGames(sql, games.flatMap(playerGamesOf)),
    addToWeeks(context, sql, games, openWeeks),
    writeOutbox(sql, usersOf(games).map(recordChanged)),
    addToProgress(sql, games.flatMap(playerGamesOf)),
  ]);
  return () => {
    games.forEach(() => failpoint('leaderboard.game.after-commit'));
    context.outbox.wake();
    for (const [userId, milestones] of milestonesByUser)
      for (const push of milestonePushes(userId, milestones)) context.push.toUser(userId, push);
  };
}

/** Returns the users who played in some of these games. */
const usersOf = (games: readonly FinishedGame[]): UserId[] => [
  ...new Set(games.flatMap(playerGamesOf).map(({ userId }) => userId)),
];

/**
 * Adds games to their weeks, unless one player was a computer. A game of a closed week counts for the all-time records only
 * (docs/spec/guarantees.md#guarantees-8).
 */
async function addToWeeks(
  { rules, log }: RecordContext,
  sql: Sql,
  games: readonly FinishedGame[],
  openWeeks: ReadonlySet<string>,
): Promise<void> {
  const ofTwoUsers = games.filter((game) => playerGamesOf(game).length === 2);
  const isOpen = ({ finishedAt }: FinishedGame): boolean => openWeeks.has(weekName(weekOf(finishedAt)));
  for (const game of ofTwoUsers)
    if (!isOpen(game))
      log.error(
        { alarm: true, gameId: game.id, week: weekOf(game.finishedAt) },
        'game arrived after its week was closed',
      );
  await scoreGames(sql, ofTwoUsers.filter(isOpen), rules);
}

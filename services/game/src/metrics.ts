import { isBot, type UserId } from '@fifteen/domain';
import { counter, gauge, histogram, pollMetrics, type Database, type ServiceContext } from '@fifteen/runtime';
import { readPayoutState, type PayoutState } from './db/payout-audit.ts';
import { isOver, type Change, type Game } from './domain/game.ts';

// docs/metrics.md describes these metrics.

const moves = counter('fifteen_moves_total', 'Moves committed.');
const started = counter('fifteen_games_started_total', 'Games started.');
const ended = counter('fifteen_games_ended_total', 'Games ended.');
export const batches = histogram(
  'fifteen_commit_batch_size',
  'Changes committed in one statement.',
  [1, 2, 5, 10, 20, 50, 100, 200],
);

/** Counts a game that has started. */
export const countStarted = (): void => started.add(1);

/** Counts a game that was cancelled before its start. */
export const countCancelled = (): void => ended.add(1, { reason: 'cancelled' });

/** Counts a committed change. */
export function countChange({ after, by, position, byServer }: Change): void {
  if (position !== null) moves.add(1, { actor: moverOf(after.players[by], byServer) });
  if (isOver(after)) ended.add(1, { reason: howEnded(after) });
}

const ACTORS = ['player', 'auto', 'bot'] as const;

const moverOf = (userId: UserId, byServer: boolean): (typeof ACTORS)[number] => {
  if (isBot(userId)) return 'bot';
  return byServer ? 'auto' : 'player';
};

function howEnded({ condition }: Game): 'line' | 'draw' | 'abandonment' | 'expired' {
  if (condition === 'draw' || condition === 'abandonment' || condition === 'expired') return condition;
  return 'line';
}

interface GameCounts {
  coins: number;
  bot: number;
  friendly: number;
  unsettled: number;
  oldest: number;
}

/** Starts the metrics that are read from the database, and are the same at every replica. */
export function startMetrics(context: ServiceContext): void {
  startGameMetrics(context);
  startPayoutMetrics(context);
}

function startGameMetrics(context: ServiceContext): void {
  for (const actor of ACTORS) moves.add(0, { actor });
  const newest = pollMetrics('games', context, () => readGameCounts(context.db));
  gauge('fifteen_games_active', 'Active games.', context, () => {
    const row = newest();
    return row && (['coins', 'friendly', 'bot'] as const).map((kind) => [row[kind], { kind }] as const);
  });
  gauge('fifteen_games_unsettled', 'Games that ended and whose stakes are not paid yet.', context, () => {
    const row = newest();
    return row && [[row.unsettled]];
  });
  gauge(
    'fifteen_games_oldest_unsettled_age_seconds',
    'Time since the end of the oldest unsettled game.',
    context,
    () => {
      const row = newest();
      return row && [[row.oldest]];
    },
  );
}

/** Both halves read an index of unsettled games. */
async function readGameCounts(db: Database): Promise<GameCounts | undefined> {
  const { rows } = await db.query<GameCounts>(`SELECT live.*, owed.* FROM (
        SELECT count(*) FILTER (WHERE bet > 0) AS coins, count(*) FILTER (WHERE bet = 0 AND bots) AS bot,
          count(*) FILTER (WHERE bet = 0 AND NOT bots) AS friendly
        FROM (SELECT bet, starts_with(x_user, 'player_') OR starts_with(o_user, 'player_') AS bots
          FROM game WHERE status = 'active') open
      ) live, (
        SELECT count(*) AS unsettled, coalesce(extract(epoch FROM now() - min(finished_at)), 0)::float8 AS oldest
        FROM game WHERE status <> 'active' AND due_at IS NOT NULL AND finished_at IS NOT NULL
      ) owed`);
  return rows[0];
}

function startPayoutMetrics(context: ServiceContext): void {
  const newest = pollMetrics('payouts', context, () => readPayoutState(context.db));
  const kinds = ['record', 'unpaid', 'payment'] as const satisfies (keyof PayoutState)[];
  gauge(
    'fifteen_payout_audit_findings',
    'Games for coins whose payout differs from their result.',
    context,
    () => {
      const row = newest();
      return row && kinds.map((kind) => [row[kind], { kind }] as const);
    },
  );
  gauge('fifteen_payout_audit_lag_seconds', 'Lag of the payout audit.', context, () => {
    const row = newest();
    return row && [[row.behind]];
  });
}

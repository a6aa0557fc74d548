import { counter, pollMetrics, gauge, histogram, type Database, type ProcessContext } from '@fifteen/runtime';
import { payoutState, type PayoutState } from './payouts.ts';
import { isBot, isOver, type Change, type Game } from './game.ts';

/** What the game service counts and measures; docs/metrics.md says what each means. */

const moves = counter('fifteen_moves_total', 'Moves committed.');
const started = counter('fifteen_games_started_total', 'Games started.');
const ended = counter('fifteen_games_ended_total', 'Games ended.');
export const batches = histogram(
  'fifteen_commit_batch_size',
  'Changes committed in one statement.',
  [1, 2, 5, 10, 20, 50, 100, 200],
);

/** A game has opened. */
export const countStarted = (): void => started.add(1);

/** A game that was being started will never open. */
export const countCancelled = (): void => ended.add(1, { reason: 'cancelled' });

/** A change was committed. */
export function countChange({ after, by, position, byServer }: Change): void {
  if (position !== null) moves.add(1, { actor: moverOf(after.players[by], byServer) });
  if (isOver(after)) ended.add(1, { reason: howEnded(after) });
}

const moverOf = (userId: string, byServer: boolean): 'player' | 'auto' | 'bot' => {
  if (isBot(userId)) return 'bot';
  return byServer ? 'auto' : 'player';
};

function howEnded({ condition }: Game): 'line' | 'draw' | 'abandonment' | 'expired' {
  if (condition === 'draw' || condition === 'abandonment' || condition === 'expired') return condition;
  return 'line';
}

interface Figures {
  coins: number;
  bot: number;
  friendly: number;
  unsettled: number;
  oldest: number;
}

/** What the table of games says: the same at every replica. */
export function observeGames(db: Database, context: ProcessContext): void {
  const newest = pollMetrics('games', context, () => readFigures(db));
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

/** Both halves read an index of what is open; games that are settled are not looked at. */
async function readFigures(db: Database): Promise<Figures | undefined> {
  const { rows } = await db.query<Figures>(`SELECT live.*, owed.* FROM (
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

/** What the audit of payouts has found: the same at every replica. */
export function observePayouts(db: Database, context: ProcessContext): void {
  const newest = pollMetrics('payouts', context, () => payoutState(db));
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

import { counter, pollMetrics, gauge, histogram, type Database, type ProcessContext } from '@fifteen/runtime';
import { payoutState, type PayoutState } from './payouts.ts';
import { isBot, isOver, type Change, type Game } from './game.ts';

/** What the game service counts and measures; docs/metrics.md says what each means. */

const moves = counter('moves_total', 'Moves committed.');
const started = counter('games_started_total', 'Games opened.');
const ended = counter('games_ended_total', 'Games ended.');
export const batches = histogram(
  'commit_batch_size',
  'Changes in one statement.',
  [1, 2, 5, 10, 20, 50, 100, 200],
);

/** A game has opened. */
export const countStarted = (): void => started.add(1);

/** A game that was being started will never open. */
export const countCancelled = (): void => ended.add(1, { how: 'cancelled' });

/** A change was committed. */
export function countChange({ after, by, position, byServer }: Change): void {
  if (position !== null) moves.add(1, { by: moverOf(after.players[by], byServer) });
  if (isOver(after)) ended.add(1, { how: howEnded(after) });
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
  gauge('games_live', 'Games being played.', context, () => {
    const row = newest();
    return row && (['coins', 'friendly', 'bot'] as const).map((kind) => [row[kind], { kind }] as const);
  });
  gauge('games_unsettled', 'Games that are over and whose stakes are not paid yet.', context, () => {
    const row = newest();
    return row && [[row.unsettled]];
  });
  gauge('game_oldest_unsettled_seconds', 'Since when the longest of them is over.', context, () => {
    const row = newest();
    return row && [[row.oldest]];
  });
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
  gauge('payout_findings', 'Games for coins that were not paid as they were played.', context, () => {
    const row = newest();
    return row && kinds.map((kind) => [row[kind], { kind }] as const);
  });
  gauge('payout_audit_behind_seconds', 'How far the audit of payouts is behind.', context, () => {
    const row = newest();
    return row && [[row.behind]];
  });
}

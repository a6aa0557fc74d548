import { pollMetrics, gauge, histogram, type ProcessContext } from '@fifteen/runtime';
import { QUICK_MATCH_BETS, type QuickMatchBet } from '@fifteen/domain';

const waits = histogram(
  'fifteen_matchmaking_wait_duration_seconds',
  'Duration of a search, from entering the queue to its end.',
  [0.5, 1, 2.5, 5, 10, 15, 20, 25, 30, 45, 60],
);

const pairings = histogram(
  'fifteen_matchmaking_pairing_duration_seconds',
  'Time from the arrival of the second player in the queue to the match.',
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
);

/** Records the match of two players, with the milliseconds that each searched. */
export function recordPairing(milliseconds: readonly number[]): void {
  recordWaits('matched', milliseconds);
  pairings.record(Math.min(...milliseconds) / 1_000);
}

/** Records searches that ended, with the milliseconds of each. */
export function recordWaits(
  outcome: 'matched' | 'bot' | 'timeout' | 'cancelled',
  milliseconds: readonly number[],
): void {
  for (const wait of milliseconds) waits.record(wait / 1_000, { outcome });
}

interface DepthReader {
  depths(
    bets: readonly QuickMatchBet[],
  ): Promise<{ bet: QuickMatchBet; searches: number; oldestMs: number }[]>;
}

/** Starts the metrics of the queue's depth, which is the same at every replica. */
export function startMetrics(context: ProcessContext & { queue: DepthReader }): void {
  const { queue } = context;
  const newest = pollMetrics('queue', context, () => queue.depths(QUICK_MATCH_BETS));
  gauge('fifteen_matchmaking_queue_searches', 'Players in the queue.', context, () =>
    newest()?.map(({ bet, searches }) => [searches, { bet: String(bet) }] as const),
  );
  gauge(
    'fifteen_matchmaking_queue_oldest_search_age_seconds',
    'Age of the oldest search in the queue.',
    context,
    () => {
      const now = newest();
      return now && [[Math.max(...now.map(({ oldestMs }) => oldestMs)) / 1_000]];
    },
  );
}

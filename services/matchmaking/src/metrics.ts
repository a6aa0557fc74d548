import { pollMetrics, gauge, histogram, type ProcessContext } from '@fifteen/runtime';
import { BETS } from './bets.ts';
import type { Queue } from './queue.ts';

/** What the queue counts and measures; docs/metrics.md says what each means. */

const waits = histogram(
  'match_wait_seconds',
  'Searches, from entering the queue to their end.',
  [0.5, 1, 2.5, 5, 10, 15, 20, 25, 30, 45, 60],
);

const pairings = histogram(
  'match_pairing_seconds',
  'From when the later of two entered the queue to their match.',
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
);

/** Two people's match was made, after so many milliseconds of searching by each. */
export function recordPairing(milliseconds: readonly number[]): void {
  recordWaits('matched', milliseconds);
  pairings.record(Math.min(...milliseconds) / 1_000);
}

/** Searches have ended, after so many milliseconds each. */
export function recordWaits(
  outcome: 'matched' | 'bot' | 'timeout' | 'cancelled',
  milliseconds: readonly number[],
): void {
  for (const wait of milliseconds) waits.record(wait / 1_000, { outcome });
}

/** Who searches now: the same at every replica. */
export function observeQueue(queue: Queue, context: ProcessContext): void {
  const newest = pollMetrics('queue', context, () => queue.figures(BETS));
  gauge('queue_tickets', 'People who search.', context, () =>
    newest()?.map(({ bet, tickets }) => [tickets, { bet: String(bet) }] as const),
  );
  gauge('queue_oldest_ticket_seconds', 'For how long the longest of them has.', context, () => {
    const now = newest();
    return now && [[Math.max(...now.map(({ oldestMs }) => oldestMs)) / 1_000]];
  });
}

import { gauge, pollMetrics } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { oldestUnsentMailAge } from './db/mails.ts';

/** Starts the metric of how long mails wait for the mail server, which is the same at every replica. */
export function startMetrics(context: AppContext): void {
  const newest = pollMetrics('mails', context, () => oldestUnsentMailAge(context.db));
  gauge(
    'fifteen_mails_oldest_unsent_age_seconds',
    'Age of the oldest unsent mail with a code.',
    context,
    () => {
      const age = newest();
      return age === undefined ? undefined : [[age]];
    },
  );
}

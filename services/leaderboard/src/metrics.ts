import { gauge, pollMetrics } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { rewardAuditState, type RewardAuditState } from './db/reward-audits.ts';
import { unpaidWeekAges } from './db/weeks.ts';

/** Starts the metrics that are read from the database, and are the same at every replica. */
export function startMetrics(context: AppContext): void {
  observeRewardAudit(context);
  observeUnpaidWeeks(context);
}

/** Exports the result of the reward audit. */
function observeRewardAudit(context: AppContext): void {
  const newest = pollMetrics('rewards', context, () => rewardAuditState(context.db));
  const observe = (name: string, description: string, key: keyof RewardAuditState): void =>
    gauge(name, description, context, () => {
      const state = newest();
      return state && [[state[key]]];
    });
  observe(
    'fifteen_reward_audit_findings',
    'Weekly rewards that differ from the results of their week.',
    'faults',
  );
  observe(
    'fifteen_reward_audit_lag_seconds',
    'Time since the oldest comparison of a paid week with the ledger, or since the end of one never compared.',
    'lagSeconds',
  );
}

/** Exports for how long weeks that are over have not been paid. */
function observeUnpaidWeeks(context: AppContext): void {
  const newest = pollMetrics('unpaid weeks', context, () => unpaidWeekAges(context.db));
  gauge(
    'fifteen_weeks_oldest_unpaid_age_seconds',
    'Time since the end of the oldest week that is not paid.',
    context,
    () => {
      const ages = newest();
      return (
        ages && [
          [ages.open, { state: 'open' }],
          [ages.frozen, { state: 'frozen' }],
        ]
      );
    },
  );
}

import { gauge, pollMetrics } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { rewardAuditState, type RewardAuditState } from './db/reward-audits.ts';
import { unpaidWeekAges } from './db/weeks.ts';

/** Exports the result of the reward audit, which is the same at every replica. */
export function observeRewardAudit(context: AppContext): void {
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

/** Exports for how long weeks that are over have not been paid, which is the same at every replica. */
export function observeUnpaidWeeks(context: AppContext): void {
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

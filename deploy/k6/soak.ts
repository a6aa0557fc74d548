import { AS_PROMISED } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** The same for hours, at a person's pace: what leaks, fills up or drifts shows only with time. */
const run = settings({ PLAYERS: '100', DURATION: '2h', RATE: '5', BET: '0', THINK: '4s' });

export const options = {
  scenarios: { soak: crowd(run) },
  thresholds: { ...AS_PROMISED, games_finished: ['count>0'] },
};

export default () => visit(run);

import { NOTHING_LOST } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** Does it work at all: two people sign in, find each other, and play games to their end. */
const run = settings({ PLAYERS: '2', DURATION: '10s', RATE: '2', BET: '0', THINK: '100ms' });

export const options = {
  scenarios: { smoke: crowd(run) },
  // Of so few requests no quantile says anything.
  thresholds: { ...NOTHING_LOST, checks: ['rate==1'], errors: ['rate==0'], games_finished: ['count>0'] },
};

export default () => visit(run);

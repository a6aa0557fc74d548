import { LOSS_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/** Two guests sign in, are matched, and play games to their end. */
const settings = readSettings({ PLAYERS: '2', DURATION: '10s', RATE: '2', BET: '0', THINK: '100ms' });

export const options = {
  scenarios: { smoke: playersScenario(settings) },
  // So few requests have no meaningful quantiles.
  thresholds: { ...LOSS_THRESHOLDS, checks: ['rate==1'], errors: ['rate==0'], games_finished: ['count>0'] },
};

export default () => runPlayer(settings);

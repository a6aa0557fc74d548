import { SLO_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/** Ordinary load for hours at a human pace, which shows leaks, full disks and drift. */
const settings = readSettings({ PLAYERS: '100', DURATION: '2h', RATE: '5', BET: '0', THINK: '4s' });

export const options = {
  scenarios: { soak: playersScenario(settings) },
  thresholds: { ...SLO_THRESHOLDS, games_finished: ['count>0'] },
};

export default () => runPlayer(settings);

import { SLO_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/** Ordinary load: each player plays one game after the other. */
const settings = readSettings({ PLAYERS: '100', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });

export const options = {
  scenarios: { gameplay: playersScenario(settings) },
  thresholds: { ...SLO_THRESHOLDS, games_finished: ['count>0'] },
};

export default () => runPlayer(settings);

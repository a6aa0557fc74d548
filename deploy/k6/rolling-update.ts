import { RECONNECT_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/**
 * Games for coins, while the operator (or the drill) replaces every process of every service. `RATE` is sign-ins a second.
 */
const settings = readSettings({ PLAYERS: '40', DURATION: '2m', RATE: '10', BET: '5000', THINK: '1s' });

export const options = {
  scenarios: { 'rolling-update': playersScenario(settings) },
  thresholds: { ...RECONNECT_THRESHOLDS, errors: ['rate<0.001'], games_finished: ['count>0'] },
};

export default () => runPlayer(settings);

import { RECONNECT_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/** Every 20 s all connections drop at once, as when a load balancer restarts, and all players reconnect. */
const settings = readSettings({ PLAYERS: '100', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });
const DROP_INTERVAL_SECONDS = 20;

export const options = {
  scenarios: { 'reconnect-storm': playersScenario(settings) },
  thresholds: { ...RECONNECT_THRESHOLDS, errors: ['rate<0.001'], games_finished: ['count>0'] },
};

export default () => runPlayer(settings, DROP_INTERVAL_SECONDS);

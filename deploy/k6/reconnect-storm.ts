import { AFTER_A_BREAK } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** Every connection drops at the same moment, repeatedly, as when a load balancer restarts: all players reconnect at once. */
const run = settings({ PLAYERS: '100', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });
/** Seconds between two of them. */
const BREAK_EVERY = 20;

export const options = {
  scenarios: { 'reconnect-storm': crowd(run) },
  thresholds: { ...AFTER_A_BREAK, errors: ['rate<0.001'], games_finished: ['count>0'] },
};

export default () => visit(run, BREAK_EVERY);

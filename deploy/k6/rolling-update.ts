import { AFTER_A_BREAK } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** Games for coins go on while every process of every service is replaced: no game, no move and no coin is lost. */
const run = settings({ PLAYERS: '40', DURATION: '2m', RATE: '10', BET: '5000', THINK: '1s' });

export const options = {
  scenarios: { 'rolling-update': crowd(run) },
  thresholds: { ...AFTER_A_BREAK, errors: ['rate<0.001'], games_finished: ['count>0'] },
};

export default () => visit(run);

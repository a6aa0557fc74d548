import { AS_PROMISED } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** An ordinary hour, shorter: each player plays one game after the other. */
const run = settings({ PLAYERS: '100', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });

export const options = {
  scenarios: { gameplay: crowd(run) },
  thresholds: { ...AS_PROMISED, games_finished: ['count>0'] },
};

export default () => visit(run);

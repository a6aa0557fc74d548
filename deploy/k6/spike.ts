import { NOTHING_LOST } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { crowd, visit } from './lib/visit.ts';

/** Three times as many again come all at once, a third of the way in, and are gone a third later. */
const usual = settings({ PLAYERS: '50', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });
const more = { ...usual, players: usual.players * 3, seconds: usual.seconds / 3, rate: 0 };

export const options = {
  scenarios: {
    usual: crowd(usual),
    more: { ...crowd(more), startTime: `${Math.ceil(more.seconds)}s`, exec: 'comeAtOnce' },
  },
  // No latency is guaranteed under three times the usual load: only that nothing is lost and that every player is served.
  thresholds: { ...NOTHING_LOST, errors: ['rate<0.01'], games_finished: ['count>0'] },
};

export default () => visit(usual);
export const comeAtOnce = () => visit(more);

import { LOSS_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { playersScenario, runPlayer } from './lib/virtual-user.ts';

/** After a third of the duration, three times as many players sign in at once, and play for another third. */
const base = readSettings({ PLAYERS: '50', DURATION: '2m', RATE: '10', BET: '0', THINK: '1s' });
const spike = { ...base, players: base.players * 3, durationSeconds: base.durationSeconds / 3, rate: 0 };

export const options = {
  scenarios: {
    base: playersScenario(base),
    spike: {
      ...playersScenario(spike),
      startTime: `${Math.ceil(spike.durationSeconds)}s`,
      exec: 'runSpikePlayer',
    },
  },
  // No latency is guaranteed at four times the base load, only that nothing is lost and every player is served.
  thresholds: { ...LOSS_THRESHOLDS, errors: ['rate<0.01'], games_finished: ['count>0'] },
};

export default () => runPlayer(base);
export const runSpikePlayer = () => runPlayer(spike);

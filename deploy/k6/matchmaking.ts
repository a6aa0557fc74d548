import { SLO_THRESHOLDS } from './lib/thresholds.ts';
import { readSettings } from './lib/settings.ts';
import { signInGuest, signOutGuest } from './lib/virtual-user.ts';

/** New guests search at a steady rate and sign out when they have an opponent: the throughput of the queue. */
const settings = readSettings({ PLAYERS: '50', DURATION: '1m', RATE: '5', BET: '0', THINK: '0s' });
/** Timeout of a search: the server ends it after 60 s. */
const SEARCH_MS = 60_000;

export const options = {
  scenarios: {
    matchmaking: {
      executor: 'constant-arrival-rate',
      rate: settings.rate,
      timeUnit: '1s',
      duration: `${settings.durationSeconds}s`,
      preAllocatedVUs: settings.players,
      gracefulStop: '90s',
    },
  },
  thresholds: { ...SLO_THRESHOLDS, dropped_iterations: ['count==0'] },
};

export default async function search(): Promise<void> {
  const guest = await signInGuest(settings);
  if (!guest) return;
  const game = await guest.player.search(Date.now() + SEARCH_MS);
  if (game) await guest.player.resign(game);
  await signOutGuest(guest);
}

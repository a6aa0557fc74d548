import { AS_PROMISED } from './lib/thresholds.ts';
import { settings } from './lib/settings.ts';
import { arrive, leave } from './lib/visit.ts';

/** New people come at a steady rate, look for an opponent, and leave when they have one: what the queue can do. */
const run = settings({ PLAYERS: '50', DURATION: '1m', RATE: '5', BET: '0', THINK: '0s' });
/** A player without an opponent by then has waited longer than the SLO of the queue. */
const SEARCH_MS = 60_000;

export const options = {
  scenarios: {
    matchmaking: {
      executor: 'constant-arrival-rate',
      rate: run.rate,
      timeUnit: '1s',
      duration: `${run.seconds}s`,
      preAllocatedVUs: run.players,
      gracefulStop: '90s',
    },
  },
  thresholds: { ...AS_PROMISED, dropped_iterations: ['count==0'] },
};

export default async function search(): Promise<void> {
  const guest = await arrive(run);
  if (!guest) return;
  const game = await guest.player.search(Date.now() + SEARCH_MS);
  if (game) await guest.player.resign(game);
  await leave(guest);
}

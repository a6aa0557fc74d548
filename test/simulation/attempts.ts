import { isAppError } from '@fifteen/runtime';
import { clock, wait } from './clock.ts';
import type { World } from './world.ts';

/** Attempts of a call whose outcome is unknown. */
const MOST = 3;
/**
 * How often a player without a response is offline, and for how long, in milliseconds: long enough for the server to move
 * for them before they repeat a move.
 */
const OFFLINE = { rate: 0.3, least: 4_000, most: 7_000 };

/** What a player knows of a call. */
export interface Attempts {
  /** `unknown` while no attempt has a response. */
  outcome: 'unknown' | 'accepted' | 'rejected';
  count: number;
  /** When the newest attempt was sent, in milliseconds since the epoch. */
  sentAt: number;
}

export const notSent = (): Attempts => ({ outcome: 'unknown', count: 0, sentAt: 0 });

/** Repeats a call twice whose outcome is unknown, as browsers do. Records what its player knows of it. */
export async function repeat<T>(
  world: World,
  call: () => Promise<T>,
  attempts: Attempts = notSent(),
): Promise<T> {
  for (;;) {
    attempts.count += 1;
    attempts.sentAt = clock.now;
    try {
      const response = await call();
      attempts.outcome = 'accepted';
      return response;
    } catch (error) {
      const isUnknown = isAppError(error, 'SERVICE_UNAVAILABLE');
      if (!isUnknown) attempts.outcome = 'rejected';
      if (!isUnknown || attempts.count === MOST) throw error;
      world.saw('player repeated a call');
      const isOffline = world.faults.happens('player offline', OFFLINE.rate);
      await wait(
        isOffline ? world.noise.between(OFFLINE.least, OFFLINE.most) : world.noise.between(100, 600),
      );
    }
  }
}

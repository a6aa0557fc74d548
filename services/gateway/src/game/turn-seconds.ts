import { TURN_SECONDS } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';

/** Milliseconds for which the game service's settings are cached. They only change when it restarts. */
const SETTINGS_TTL_MS = 60_000;
/** Milliseconds before the next call to an unavailable game service. */
const RETRY_MS = 5_000;

/** Returns a function for the game service's seconds of a turn; while it is unavailable, the last known value. */
export function cachedTurnSeconds({ game }: Pick<Clients, 'game'>): () => Promise<number> {
  let cachedSeconds = TURN_SECONDS;
  let until = 0;
  return async () => {
    if (Date.now() < until) return cachedSeconds;
    try {
      ({ turnSeconds: cachedSeconds } = await game.calls.getSettings({}));
      until = Date.now() + SETTINGS_TTL_MS;
    } catch (error) {
      if (!isAppError(error, 'SERVICE_UNAVAILABLE')) throw error;
      until = Date.now() + RETRY_MS;
    }
    return cachedSeconds;
  };
}

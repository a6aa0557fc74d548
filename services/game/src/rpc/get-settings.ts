import type { GetSettingsResponse } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';

/** Returns the settings that clients show. */
export async function getSettings({ timings }: AppContext): Promise<GetSettingsResponse> {
  return { turnSeconds: timings.turn / 1_000 };
}

import { type ComponentType, lazy } from 'react';

/** Waits between attempts to fetch a piece of the app, in milliseconds. */
const AGAIN_AFTER = [400, 1_200, 3_600];

async function persistently<Piece>(load: () => Promise<Piece>): Promise<Piece> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load();
}

/**
 * A component whose code is fetched when it is first shown. On a bad line that may need another attempt: a dialog that
 * cannot be fetched at once must not take the game down with it.
 */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await persistently(load) }));
}

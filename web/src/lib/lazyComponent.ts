import { type ComponentType, createElement, lazy, useState } from 'react';
import { ApiError } from './apiError.ts';
import { pause } from './pause.ts';

/** Delays before the retries of a failed import; milliseconds. */
const RETRY_DELAYS = [400, 1_200, 3_600];

/** Retries a failed import with growing delays. */
export async function withRetries<Piece>(load: () => Promise<Piece>): Promise<Piece> {
  for (const wait of RETRY_DELAYS) {
    try {
      return await load();
    } catch {
      await pause(wait);
    }
  }
  return load();
}

/** React caches a failed import: a retry by the player replaces the lazy component. */
const failed = new Set<() => void>();

/** Allows failed components to load again on their next render. */
export function forgetFailures(): void {
  failed.forEach((renew) => renew());
  failed.clear();
}

/**
 * Returns a component whose code is loaded on its first render, or earlier by `fetch`. Imports are retried: a dialog
 * that fails to load must not break the game.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    try {
      return { default: (loaded ??= await withRetries(load)) };
    } catch (error) {
      failed.add(renew);
      throw ApiError.notLoaded(error);
    }
  };
  let Fetched = lazy(fetch);
  const renew = () => (Fetched = lazy(fetch));

  /** Loaded code renders at once: Suspense would show the fallback for a third of a second. */
  function Piece(props: Props) {
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? Fetched);
    return createElement(Content, props);
  }
  return Object.assign(Piece, { fetch });
}

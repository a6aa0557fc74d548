import { type ComponentType, createElement, lazy, useState } from 'react';

/** Waits between attempts to fetch a piece of the app, in milliseconds. */
const RETRY_DELAYS = [400, 1_200, 3_600];

/** Attempts it again after a while, and then a longer one, before it gives up. */
export async function withRetries<Piece>(load: () => Promise<Piece>): Promise<Piece> {
  for (const wait of RETRY_DELAYS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return load();
}

/** React remembers for good that a component could not be fetched: each gets another when a player wants to try again. */
const failed = new Set<() => void>();

/** Lets what could not be fetched be fetched again, when it is next drawn. */
export function forgetFailures(): void {
  failed.forEach((renew) => renew());
  failed.clear();
}

/**
 * A component whose code is fetched when it is first shown, or ahead of that by `fetch`. On a bad connection that may need
 * another attempt: a dialog that cannot be fetched at once must not take the game down with it.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let there: ComponentType<Props> | undefined;
  const fetch = async () => {
    try {
      return { default: (there ??= await withRetries(load)) };
    } catch (error) {
      failed.add(renew);
      throw error;
    }
  };
  let Fetched = lazy(fetch);
  const renew = () => (Fetched = lazy(fetch));

  /** Code that is there already shows at once: React would put the fallback before it, for a third of a second. */
  function Piece(props: Props) {
    const [Content] = useState<ComponentType<Props>>(() => there ?? Fetched);
    return createElement(Content, props);
  }
  return Object.assign(Piece, { fetch });
}

import { openPage } from './page.ts';
const NAVIGATE = 'navigate';

/**
 * Requests a navigation from outside of the router (docs/spec/play.md#play-2.1), unless the browser is at that path
 * already. The code of its page may still be loading: a second request would add it to the history once more.
 */
export function requestNavigation(path: string): void {
  if (path !== location.pathname) dispatchEvent(new CustomEvent(NAVIGATE, { detail: { path } }));
}

/** Calls `go` for each request. Returns a function that stops it. */
export function onNavigationRequest(go: (path: string) => void): () => void {
  const handle = (event: Event) => {
    const { path } = ((event as CustomEvent).detail ?? {}) as { path?: unknown };
    // Only paths of this origin.
    if (typeof path === 'string' && /^\/(?!\/)/.test(path)) go(path);
  };
  addEventListener(NAVIGATE, handle);
  return () => removeEventListener(NAVIGATE, handle);
}

/** Loads the login page by the redirect of the server (docs/spec/play.md#play-2.1). */
export const openLogin = (): void => openPage('/api/login');

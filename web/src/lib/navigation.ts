import { openPage } from './page.ts';
const NAVIGATE = 'navigate';

/** Asks the app to go to a path, from where no router is at hand (docs/spec/play.md#play-2.1). */
export function requestNavigation(path: string): void {
  dispatchEvent(new CustomEvent(NAVIGATE, { detail: { path } }));
}

/** Calls `go` for each request. Returns a function that stops it. */
export function onNavigationRequest(go: (path: string) => void): () => void {
  const handle = (event: Event) => {
    const { path } = ((event as CustomEvent).detail ?? {}) as { path?: unknown };
    // Only paths of our own: never another origin.
    if (typeof path === 'string' && /^\/(?!\/)/.test(path)) go(path);
  };
  addEventListener(NAVIGATE, handle);
  return () => removeEventListener(NAVIGATE, handle);
}

/** Loads the login page through the server, which redirects to it (docs/spec/play.md#play-2.1). */
export const openLogin = (): void => openPage('/api/login');

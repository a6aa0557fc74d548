import { create } from 'zustand';
import { reloadPage } from '@/lib/page.ts';
import { session } from '@/lib/storage.ts';

/** The banner leaves before the page reloads (docs/spec/around-play.md#around-4.5). */
const ANIMATION = 300;
/**
 * How long a page waits for the version that it has let in; milliseconds. The browser first ends what the old one serves.
 * Later the page does not reload by itself, because a game may run by then.
 */
const ACTIVATION = 10_000;
/** A page that is left open checks for a new version when it becomes visible, at most this often; milliseconds. */
const CHECK_EVERY = 3_600_000;

interface UpdateStore {
  state: 'none' | 'ready' | 'leaving';
  /** Activates the waiting version; the page reloads with it. */
  update(): void;
  /** Hides the offer for this session, or until another tab activates the new version. */
  dismiss(): void;
}

let waiting: ServiceWorker | undefined;
/** Only the page that activated the new version reloads: another tab may have a running game. */
let isActivating = false;

function activate(): void {
  isActivating = true;
  // Another tab may have activated it already; then only the reload remains.
  if (waiting?.state !== 'installed') return reloadPage();
  waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(() => {
    isActivating = false;
    offer();
  }, ACTIVATION);
}

export const useUpdate = create<UpdateStore>()((set) => ({
  state: 'none',
  update() {
    set({ state: 'leaving' });
    setTimeout(activate, ANIMATION);
  },
  dismiss() {
    session.write('update-dismissed', '1');
    set({ state: 'none' });
  },
}));

function offer(): void {
  if (!session.read('update-dismissed')) useUpdate.setState({ state: 'ready' });
}

/**
 * Keeps the app for offline play. A new version waits for consent: if it took over by itself, it would reload the page
 * during a game.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without a service worker (blocked site data, network error) only offline play is missing.
  const start = () => void register().catch(() => undefined);
  // Starts after everything that the page needs itself.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  let served = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isActivating) reloadPage();
    else if (served) {
      // The first worker has the files of this page; any other has newer ones, and what this page has not loaded is gone.
      session.remove('update-dismissed');
      offer();
    }
    served = true;
  });

  const registration = await serviceWorker.register('/sw.js');
  const offerIfInstalled = (worker: ServiceWorker | null) => {
    if (worker?.state !== 'installed' || !serviceWorker.controller) return;
    waiting = worker;
    offer();
  };
  const offerOnceInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => offerIfInstalled(worker));
  offerIfInstalled(registration.waiting);
  // A version that is already being installed was found before this page could listen.
  offerOnceInstalled(registration.installing);
  registration.addEventListener('updatefound', () => offerOnceInstalled(registration.installing));
  checkWhenVisible(registration);
}

function checkWhenVisible(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_EVERY) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

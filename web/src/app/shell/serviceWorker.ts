import { create } from 'zustand';
import { reloadPage } from '@/lib/page.ts';
import { session } from '@/lib/storage.ts';

/** The banner goes out before the page does (docs/spec/around-play.md#around-4.5). */
const ANIMATION = 300;
/** A page that is left open for days looks for a new version when it is looked at again, so often at most. */
const CHECK_EVERY = 3_600_000;

interface UpdateStore {
  state: 'none' | 'ready' | 'leaving';
  /** Lets the waiting version in; the page reloads with it. */
  update(): void;
  /** Not in this session. */
  dismiss(): void;
}

let waiting: ServiceWorker | undefined;
/** Only the page that let the new version in reloads: in another tab there may be a game. */
let asked = false;

function letIn(): void {
  asked = true;
  // Another tab may have let it in already; then a reload is all there is to do.
  if (waiting?.state === 'installed') waiting.postMessage({ type: 'SKIP_WAITING' });
  else reloadPage();
}

export const useUpdate = create<UpdateStore>()((set) => ({
  state: 'none',
  update() {
    set({ state: 'leaving' });
    setTimeout(letIn, ANIMATION);
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
 * Keeps the app for offline play. A new version waits until it is let in: one that took over by itself would reload
 * the page in the middle of a game.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Forbidden (blocked site data) or unreachable, there is no offline play, and nothing else is missing.
  const start = () => void register().catch(() => undefined);
  // After everything the page itself needs; the app may well have started when that is long done.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  let served = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) reloadPage();
    // The first one has come to serve this visit; any other brings files that this page does not know.
    else if (served) offer();
    served = true;
  });

  const registration = await serviceWorker.register('/sw.js');
  const consider = (worker: ServiceWorker | null) => {
    if (worker?.state !== 'installed' || !serviceWorker.controller) return;
    waiting = worker;
    offer();
  };
  consider(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => consider(installing));
  });
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

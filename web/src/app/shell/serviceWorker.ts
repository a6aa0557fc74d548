import { create } from 'zustand';

/** The banner goes out before the page does (around-play 4). */
const ANIMATION = 300;
const DISMISSED = 'update-dismissed';

interface UpdateStore {
  state: 'none' | 'ready' | 'leaving';
  /** Lets the waiting version in; the page reloads with it. */
  update(): void;
  /** Not in this session. */
  dismiss(): void;
}

let letIn: () => void = () => undefined;

export const useUpdate = create<UpdateStore>()((set) => ({
  state: 'none',
  update() {
    set({ state: 'leaving' });
    setTimeout(() => letIn(), ANIMATION);
  },
  dismiss() {
    sessionStorage.setItem(DISMISSED, '1');
    set({ state: 'none' });
  },
}));

/**
 * Keeps the app for offline play. A new version waits until it is let in: one that took over by itself would reload
 * the page in the middle of a game.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After everything the page itself needs; the app may well have started when that is long done.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  const updateServiceWorker = registerSW({
    onNeedRefresh() {
      if (!sessionStorage.getItem(DISMISSED)) useUpdate.setState({ state: 'ready' });
    },
  });
  letIn = () => void updateServiceWorker(true);
}

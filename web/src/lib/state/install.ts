import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';
import { isHintShown, markHintShown } from './hints.ts';

/** What Chromium fires where the app can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** A visit is a day: players who come back for a third time may want the app at hand. */
const OFFERED_FROM = 3;

interface InstallStore {
  visits: number;
  /** Asks the browser to install; null where it cannot, or has not said so yet. */
  prompt: InstallPrompt | null;
  isAnswered: boolean;
  /** Ends the offer for good on this device. */
  answer(): void;
}

export const useInstall = create<InstallStore>()((set) => ({
  visits: 0,
  prompt: null,
  isAnswered: isHintShown('install'),
  answer() {
    markHintShown('install');
    set({ isAnswered: true, prompt: null });
  },
}));

/** Counts this visit, once a day however often the page is loaded. */
function countVisit(): number {
  const today = new Date().toISOString().slice(0, 10);
  const [count = '', day] = storage.read('visits')?.split(' ') ?? [];
  const before = Number.parseInt(count, 10) || 0;
  if (day === today) return before;
  storage.write('visits', `${before + 1} ${today}`);
  return before + 1;
}

/** Listens from the start of the app: the browser says only once, early, that the app can be installed. */
export function watchInstallPrompt(): void {
  useInstall.setState({ visits: countVisit() });
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own banner would come at any time, in the middle of a game too.
    event.preventDefault();
    useInstall.setState({ prompt: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => useInstall.getState().answer());
}

/** Safari on phones and tablets installs from its share menu only. Other browsers there have no "Version" in their name. */
function isMobileSafari(): boolean {
  const { standalone, maxTouchPoints, userAgent } = navigator as Navigator & { standalone?: boolean };
  return standalone === false && maxTouchPoints > 0 && /Version\/.* Safari\//.test(userAgent);
}

/** How the app can be installed here; null while it is not offered. */
export function installMethod({ visits, prompt, isAnswered }: InstallStore): 'prompt' | 'share' | null {
  if (isAnswered || visits < OFFERED_FROM) return null;
  if (prompt) return 'prompt';
  return isMobileSafari() ? 'share' : null;
}

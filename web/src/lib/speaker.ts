import { useConnectionStatus } from './realtime/status.ts';
import { speaker } from './sound/sound.ts';

/** A press uses a tab, too: its focus comes before the first one, which allows it to sound. */
const PRESSES = ['pointerup', 'keydown'] as const;

/** Whether the browser lets this tab sound: not before it was pressed. */
const maySound = () => navigator.userActivation?.hasBeenActive !== false;

const isSuperseded = () => useConnectionStatus.getState().status === 'superseded';

/**
 * Lets one tab of this browser play sounds: the one that was used last, and another when it closes. Each tab plays its
 * own where the browser has no locks (insecure pages) or denies them (blocked site data). So does a tab that the server
 * disconnected because of too many tabs: its only sounds are those of its own presses. Returns a function that ends it.
 */
export function speakInOneTab(): () => void {
  let claiming = new AbortController();

  async function claim(steal: boolean): Promise<void> {
    claiming.abort();
    claiming = new AbortController();
    const { signal } = claiming;
    let isHeld = false;
    function hold(): Promise<void> | undefined {
      if (signal.aborted) return undefined;
      isHeld = true;
      speaker.isThisTab = true;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    }
    // The press that focuses the tab has its sound before the lock is there.
    speaker.isThisTab = steal;
    try {
      await navigator.locks.request('sound', steal ? { steal } : { signal }, hold);
    } catch {
      if (signal.aborted) return;
      // Another tab has stolen it: this one waits until that closes.
      if (isHeld) void claim(false);
      else speaker.isThisTab = true;
    }
  }

  function giveUp(): void {
    claiming.abort();
    speaker.isThisTab = true;
  }
  function join(): void {
    if (isSuperseded()) giveUp();
    else void claim(document.hasFocus() && maySound());
  }
  function used(): void {
    if (!speaker.isThisTab && maySound()) void claim(true);
  }

  const stopFollowing = useConnectionStatus.subscribe(({ status }, before) => {
    if (status !== before.status && [status, before.status].includes('superseded')) join();
  });
  addEventListener('focus', used);
  // Before the handlers of the press, which have sounds.
  for (const type of PRESSES) addEventListener(type, used, true);
  join();
  return () => {
    stopFollowing();
    removeEventListener('focus', used);
    for (const type of PRESSES) removeEventListener(type, used, true);
    giveUp();
  };
}

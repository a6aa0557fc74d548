import { useEffect } from 'react';

/** Receives a request of the system to close something. Not every browser has it. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * Number of open dialogs, menus and panels. One watcher serves them all: with a watcher each, the latest would close
 * first, also if it has opened below another.
 */
let openCount = 0;
let watcher: CloseWatcher | undefined;

function watch(Watcher: new () => CloseWatcher): void {
  watcher = new Watcher();
  watcher.onclose = () => {
    // A watcher receives one request.
    watch(Watcher);
    // From the focus, as the key: a chat closes by what it has the focus of.
    const target = document.activeElement ?? document;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  };
}

/**
 * Lets the Back button or gesture of Android close what Escape closes, instead of leaving the page behind it, or the app
 * (ADR 66): the topmost dialog, menu or panel. Each closes itself on Escape. Only on touch screens: others have no such
 * button.
 */
export function useCloseRequest(isClosable: boolean): void {
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isClosable || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return undefined;
    openCount += 1;
    if (openCount === 1) watch(CloseWatcher);
    return () => {
      openCount -= 1;
      if (openCount === 0) watcher?.destroy();
    };
  }, [isClosable]);
}

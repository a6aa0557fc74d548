import { useEffect, useEffectEvent } from 'react';

/** Receives the requests of the system to close something. Not every browser has it. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * Lets the Back button or gesture of Android close a dialog, menu or panel instead of leaving the page behind it, or the
 * app (ADR 66). Only on touch screens: elsewhere only Escape would get here, which each handles itself, and which would
 * also close what is below.
 */
export function useCloseRequest(isClosable: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = globalThis as { CloseWatcher?: new () => CloseWatcher };
    if (!isClosable || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return undefined;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isClosable]);
}

import { type RefObject, useCallback, useRef } from 'react';
import { reducedMotion } from '@/lib/a11y/media.ts';

/** Faster than elements arrive: what leaves is no longer of interest. */
const TIMING = { duration: 180, easing: 'cubic-bezier(.4,0,.8,.6)', fill: 'forwards' } as const;

const withDescendants = (element: Element): Element[] => [element, ...element.querySelectorAll('*')];

type ExitRef = (element: HTMLElement | null) => () => void;

/**
 * Returns a ref for an element that leaves the screen with motion. The page goes on without it at once: a copy moves,
 * which takes neither presses nor focus, and which assistive technology does not see.
 * @param end how the copy looks when it is gone
 */
export function exitMotion(end: Keyframe): ExitRef {
  return (element) => () => {
    if (!element || reducedMotion() || document.hidden) return;
    const place = element.parentElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const scrolled = withDescendants(element).map(({ scrollTop }) => scrollTop);
    // The ref of an element that stays is renewed as well, and the cleanup runs before the removal.
    queueMicrotask(() => {
      if (element.isConnected || !place?.isConnected) return;
      const copy = element.cloneNode(true) as HTMLElement;
      copy.removeAttribute('role');
      copy.inert = true;
      copy.dataset.leaving = '';
      copy.style.cssText += `;position:fixed;inset:auto;left:${left}px;top:${top}px;translate:none;margin:0`;
      copy.style.cssText += `;width:${width}px;height:${height}px;max-width:none;max-height:none`;
      place.append(copy);
      for (const [index, one] of withDescendants(copy).entries())
        if (scrolled[index]) one.scrollTop = scrolled[index];
      const remove = () => copy.remove();
      copy.animate([end], TIMING).finished.then(remove, remove);
    });
  };
}

/** Returns an element that leaves with motion, for its component, and the ref to render it with. */
export function useExitMotion<T extends HTMLElement>(
  exit: ExitRef,
): [element: RefObject<T | null>, ref: (element: T | null) => () => void] {
  const element = useRef<T>(null);
  const ref = useCallback(
    (next: T | null) => {
      element.current = next;
      return exit(next);
    },
    [exit],
  );
  return [element, ref];
}

import { type RefObject, useEffect } from 'react';

/**
 * Keeps the topmost dialog visible to assistive technology. When a dialog opens over another that is still opening,
 * Radix may apply the lower one's `aria-hidden` last, to the upper one as well.
 */
export function useTopDialog(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const reveal = () => {
      const isTopmost = [...document.querySelectorAll('[role=dialog]')].at(-1) === element;
      if (isTopmost && element.hasAttribute('aria-hidden')) element.removeAttribute('aria-hidden');
    };
    const observer = new MutationObserver(reveal);
    observer.observe(element, { attributeFilter: ['aria-hidden'] });
    reveal();
    return () => observer.disconnect();
  }, [panel]);
}

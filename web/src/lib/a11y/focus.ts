/**
 * A ref for a card, popup, banner or button: when the element goes away with the focus inside, the focus continues at
 * the board, or at the title of a page without one. One function for all renders: a new one would also run between them.
 * @returns the cleanup of the ref; a component with a ref of its own returns it from a layout effect.
 */
export function focusBoardAfter(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const cell = document.querySelector<HTMLElement>('[data-board] [tabindex="0"]');
    (cell ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  };
}

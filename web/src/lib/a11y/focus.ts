/** Matches elements in which keys write. */
export const TEXT_FIELD = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/**
 * Whether an element got the focus of a text field that went away: the player may not have noticed it and write on, so
 * no key that writes may do anything.
 */
export const replacesTextField = (element: Element): boolean => element.matches('[data-typing]');

/**
 * A ref for a card, popup, banner or button: when the element goes away with the focus inside, the focus continues at
 * the board, or at the title of a page without one. One function for all renders: a new one would also run between them.
 * @returns the cleanup of the ref; a component with a ref of its own returns it from a layout effect.
 */
export function focusBoardAfter(element: HTMLElement | null): () => void {
  return () => {
    const { activeElement } = document;
    if (!activeElement || !element?.contains(activeElement)) return;
    const isTyping = activeElement.matches(TEXT_FIELD);
    // In a cell, a space that the player is about to type would be a move.
    const place = document.querySelector<HTMLElement>(
      isTyping ? '[data-board] [role=grid]' : '[data-board] [tabindex="0"]',
    );
    const next = place ?? document.querySelector('h1');
    if (!next) return;
    if (isTyping) {
      next.dataset.typing = '';
      next.addEventListener('blur', () => delete next.dataset.typing, { once: true });
    }
    next.focus({ preventScroll: true });
  };
}

/** A ref that focuses an element when it appears, so that a screen reader announces it. One function for all renders: a new one would take the focus again. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

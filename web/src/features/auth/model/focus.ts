/** A ref for what should be heard first when it appears. One function for all renders: a new one would take the focus again. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

import { create } from 'zustand';

export type Urgency = 'polite' | 'assertive';

interface Announcer {
  polite: string;
  assertive: string;
}

/** A zero-width character: a repeated text must differ from the last one to be read out again. */
const ZERO_WIDTH_SPACE = '\u200b';

export const useAnnouncer = create<Announcer>()(() => ({ polite: '', assertive: '' }));

/** Urgencies with a text of this task, which the page has not rendered yet. */
const unread = new Set<Urgency>();

/**
 * Announces a text to screen readers: turns and moves politely, results and errors at once
 * (docs/spec/play.md#play-2.8). Texts of one task are read out together: the last would replace the others unread.
 */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const last = useAnnouncer.getState()[urgency];
  if (unread.has(urgency) && last) {
    if (!last.includes(text)) useAnnouncer.setState({ [urgency]: `${last} ${text}` });
    return;
  }
  unread.add(urgency);
  queueMicrotask(() => unread.delete(urgency));
  useAnnouncer.setState({ [urgency]: last === text ? text + ZERO_WIDTH_SPACE : text });
}

/**
 * A ref that focuses an element when it appears, so that a screen reader announces it. One function for all renders: a
 * new one would take the focus again.
 */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/**
 * A ref for the title of a page that may be the first of a visit: on a later one, the focused element of the previous
 * page is gone, and the title gets the focus.
 */
export function focusUnlessFirst(title: HTMLElement | null): void {
  if (document.activeElement === document.body && !document.getElementById('splash')) focusOnArrival(title);
}

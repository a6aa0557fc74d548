import { create } from 'zustand';

export interface ToastText {
  title: string;
  description?: string;
  /** Errors interrupt screen readers, others wait. */
  tone?: 'info' | 'ok' | 'error' | 'coins';
  /** The subject, whose end dismisses the toast. */
  about?: 'board' | 'match';
  /**
   * An event, not the reply to an action of the player: it waits until the previous one was shown, and is shown again
   * after a reply that interrupts it. Toasts about coins are always events.
   */
  event?: true;
  /** Duration in milliseconds, paused on hover; 5 s by default. */
  ms?: number;
  /** A word in passing: small, and beside what is at the top of the page. */
  brief?: true;
}

type Shown = ToastText & { id: number };

interface ToastStore {
  current: Shown | null;
  /** Events that were not shown to their end, in order. */
  waiting: readonly Shown[];
}

/**
 * Maximum of events that wait for another event; beyond it the oldest are dropped unread, so that the queue never lasts for
 * minutes. An event that a reply interrupts waits in addition.
 */
const MOST_WAITING = 5;

export const useToast = create<ToastStore>()(() => ({ current: null, waiting: [] }));

const isEvent = ({ tone, event }: ToastText): boolean => event === true || tone === 'coins';

/** Returns whether an event is shown or waits, so that the next one would wait, too. */
export function isEventShown(): boolean {
  const { current, waiting } = useToast.getState();
  return waiting.length > 0 || (current !== null && isEvent(current));
}

let count = 0;

/**
 * Shows a toast, one at a time (docs/spec/play.md#play-9.4). A reply replaces a reply; an event is shown to its
 * end, see {@link ToastText.event}, unless too many wait.
 */
export function toast(text: ToastText): void {
  count += 1;
  const next = { ...text, id: count };
  useToast.setState(({ current, waiting }) => {
    if (!current || !isEvent(current)) return { current: next };
    if (isEvent(next)) return { waiting: [...waiting, next].slice(-MOST_WAITING) };
    return { current: next, waiting: [current, ...waiting] };
  });
}

/** Returns the state with the event that has waited longest, if any. */
const withNextToast = ({ waiting: [next, ...waiting] }: ToastStore): ToastStore => ({
  current: next ?? null,
  waiting,
});

/** Dismisses a toast whose subject is over. */
export function dismissAbout(about: NonNullable<ToastText['about']>): void {
  useToast.setState((store) => (store.current?.about === about ? withNextToast(store) : store));
}

/** Dismisses this toast, unless another has replaced it. */
export function dismissToast(id: number): void {
  useToast.setState((store) => (store.current?.id === id ? withNextToast(store) : store));
}

/** Dismisses all toasts, after a logout. */
export function clearToasts(): void {
  useToast.setState({ current: null, waiting: [] });
}

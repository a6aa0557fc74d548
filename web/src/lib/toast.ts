import { create } from 'zustand';

export interface ToastText {
  title: string;
  description?: string;
  /** An error is read out at once, the others when the reader pauses. */
  tone?: 'info' | 'ok' | 'error' | 'coins';
  /** What it is about: it goes with that. */
  about?: 'board';
  /**
   * An event, not the reply to something the player did: it waits until the one before it has been shown, and is shown
   * again after a reply that interrupts it. Toasts about coins always are events.
   */
  event?: true;
  /** How long it stays, in milliseconds, paused while pointed at; 5 s by default. */
  ms?: number;
}

type Shown = ToastText & { id: number };

interface ToastStore {
  current: Shown | null;
  /** Events that were not shown to the end yet, in their order. */
  waiting: readonly Shown[];
}

/** At most so many events wait; beyond that the oldest are dropped, so that the queue never lasts for minutes. */
const MOST_WAITING = 5;

export const useToast = create<ToastStore>()(() => ({ current: null, waiting: [] }));

const isEvent = ({ tone, event }: ToastText): boolean => event === true || tone === 'coins';

let count = 0;

/**
 * Shows a short notice, one at a time (docs/spec/play.md#play-9.4). A reply replaces a reply; an event is never replaced unread, see
 * {@link ToastText.event}.
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

/** Shows the event that has waited longest, if there is one. */
const following = ({ waiting: [next, ...waiting] }: ToastStore): ToastStore => ({
  current: next ?? null,
  waiting,
});

/** Takes away a toast that is about something which is over. */
export function dismissAbout(about: NonNullable<ToastText['about']>): void {
  useToast.setState((store) => (store.current?.about === about ? following(store) : store));
}

/** Takes that toast away, unless another has replaced it already. */
export function dismissToast(id: number): void {
  useToast.setState((store) => (store.current?.id === id ? following(store) : store));
}

/** Takes away every toast: the player they were for has logged out. */
export function clearToasts(): void {
  useToast.setState({ current: null, waiting: [] });
}

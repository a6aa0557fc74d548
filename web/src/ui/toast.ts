import { create } from 'zustand';

export interface ToastText {
  title: string;
  description?: string;
  /** An error is read out at once, the others when the reader pauses. */
  tone?: 'info' | 'ok' | 'error' | 'coins';
  /** What it is about: it goes with that. */
  about?: 'board';
  /** How long it stays while nobody points at it; 5 s unless told. */
  ms?: number;
}

interface ToastStore {
  current: (ToastText & { id: number }) | null;
}

export const useToast = create<ToastStore>()(() => ({ current: null }));

let count = 0;

/** Shows a short notice. One at a time (core-of-play 9): the newest replaces what was there. */
export function toast(text: ToastText): void {
  count += 1;
  useToast.setState({ current: { ...text, id: count } });
}

/** Takes away a toast that is about something which is over. */
export function dismissAbout(about: NonNullable<ToastText['about']>): void {
  useToast.setState(({ current }) => (current?.about === about ? { current: null } : { current }));
}

/** Takes that toast away, unless another has replaced it already. */
export function dismissToast(id: number): void {
  useToast.setState(({ current }) => (current?.id === id ? { current: null } : { current }));
}

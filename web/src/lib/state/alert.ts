import { create } from 'zustand';

/** The content of the generic alert dialog, which must be confirmed (docs/spec/play.md#play-2.7). */
export interface Alert {
  type: 'error' | 'warning' | 'coins';
  title: string;
  text: string;
}

interface AlertStore {
  current: Alert | null;
}

export const useAlert = create<AlertStore>()(() => ({ current: null }));

/** Shows an alert over everything; a newer one replaces it. */
export const showAlert = (current: Alert): void => useAlert.setState({ current });

export const closeAlert = (): void => useAlert.setState({ current: null });

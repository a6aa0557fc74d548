import { create } from 'zustand';

/** Something that has to be read before going on (docs/spec/play.md#play-2.7: the generic alert dialog). */
export interface Alert {
  type: 'error' | 'warning' | 'coins';
  title: string;
  text: string;
}

interface AlertStore {
  current: Alert | null;
}

export const useAlert = create<AlertStore>()(() => ({ current: null }));

/** Shows it over everything; a newer one takes its place. */
export const showAlert = (current: Alert): void => useAlert.setState({ current });

export const closeAlert = (): void => useAlert.setState({ current: null });

import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

/** Storage key of the address of a pending upgrade. */
const KEY = 'pending_upgrade';

/** The address of a pending upgrade, of which home shows a reminder; null without one. */
export const usePendingUpgrade = create<{ email: string | null }>()(() => ({ email: storage.read(KEY) }));

/** Stores a pending upgrade; its code was mailed to `email`. */
export function rememberUpgrade(email: string): void {
  storage.write(KEY, email);
  usePendingUpgrade.setState({ email });
}

/** Clears the pending upgrade: it is complete, or the player dismissed the reminder. */
export function forgetUpgrade(): void {
  storage.remove(KEY);
  usePendingUpgrade.setState({ email: null });
}

import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

/** Where the address of an upgrade is kept on this device until its code was entered. */
const KEY = 'pending_upgrade';

/** The address that a guest's upgrade waits for, null without one: home reminds of it. */
export const usePendingUpgrade = create<{ email: string | null }>()(() => ({ email: storage.read(KEY) }));

/** A guest asked for an account; the code was mailed to `email`. */
export function rememberUpgrade(email: string): void {
  storage.write(KEY, email);
  usePendingUpgrade.setState({ email });
}

/** The upgrade is done, or the player does not want to be reminded. */
export function forgetUpgrade(): void {
  storage.remove(KEY);
  usePendingUpgrade.setState({ email: null });
}

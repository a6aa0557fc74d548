import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';

/** Storage key of a pending upgrade; a logout removes it. */
const KEY = 'pending_upgrade';

/** An upgrade whose code was mailed to `email`. */
interface PendingUpgrade {
  /** The guest. The next one in this browser must not see the address. */
  userId: string;
  email: string;
}

function readPending(): PendingUpgrade | null {
  try {
    const { userId, email } = Object(JSON.parse(storage.read(KEY) ?? 'null')) as Partial<PendingUpgrade>;
    return typeof userId === 'string' && typeof email === 'string' ? { userId, email } : null;
  } catch {
    return null;
  }
}

const usePending = create<{ pending: PendingUpgrade | null }>()(() => ({ pending: readPending() }));

/** Returns the address of the pending upgrade of a guest, of which home shows a reminder; null without one. */
export const usePendingUpgrade = (userId: string): string | null =>
  usePending(({ pending }) => (pending?.userId === userId ? pending.email : null));

/** Stores a pending upgrade. */
export function rememberUpgrade(pending: PendingUpgrade): void {
  storage.write(KEY, JSON.stringify(pending));
  usePending.setState({ pending });
}

/** Clears the pending upgrade: it is complete, or the player dismissed the reminder. */
export function forgetUpgrade(): void {
  storage.remove(KEY);
  usePending.setState({ pending: null });
}

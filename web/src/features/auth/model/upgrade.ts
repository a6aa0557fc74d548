import { REGISTRATION_DAYS } from '@fifteen/domain';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';
import { useNow } from '@/lib/useNow.ts';

/** Storage key of a pending upgrade; a logout removes it. */
const KEY = 'pending_upgrade';
/** How long an upgrade waits for its code, in milliseconds. Then the server deletes it. */
const LIFETIME = REGISTRATION_DAYS * 24 * 60 * 60_000;
/** Time between two looks at whether the upgrade has expired; milliseconds. */
const LOOK_INTERVAL = 60_000;

/** An upgrade whose code was mailed to `email`. */
interface PendingUpgrade {
  /** The guest. The next one in this browser must not see the address. */
  userId: string;
  email: string;
  /** Milliseconds since 1970. */
  registeredAt: number;
}

const isExpired = ({ registeredAt }: PendingUpgrade, now: number): boolean => now >= registeredAt + LIFETIME;

function parsePending(text: string | null): PendingUpgrade | null {
  try {
    const { userId, email, registeredAt } = Object(JSON.parse(text ?? 'null')) as Partial<PendingUpgrade>;
    if (typeof userId !== 'string' || typeof email !== 'string' || typeof registeredAt !== 'number')
      return null;
    return { userId, email, registeredAt };
  } catch {
    return null;
  }
}

/** Returns the stored upgrade, null without one. Removes one that has expired. */
function readPending(): PendingUpgrade | null {
  const pending = parsePending(storage.read(KEY));
  if (pending && !isExpired(pending, Date.now())) return pending;
  storage.remove(KEY);
  return null;
}

const usePending = create<{ pending: PendingUpgrade | null }>()(() => ({ pending: readPending() }));

/** Returns the address of the pending upgrade of a guest, of which home shows a reminder; null without one. */
export function usePendingUpgrade(userId: string): string | null {
  const { pending } = usePending();
  const now = useNow(LOOK_INTERVAL);
  return pending?.userId === userId && !isExpired(pending, now) ? pending.email : null;
}

/** Stores an upgrade that begins to wait for its code. */
export function rememberUpgrade(upgrade: Omit<PendingUpgrade, 'registeredAt'>): void {
  const pending = { ...upgrade, registeredAt: Date.now() };
  storage.write(KEY, JSON.stringify(pending));
  usePending.setState({ pending });
}

/** Clears the pending upgrade: it is complete, or the player dismissed the reminder. */
export function forgetUpgrade(): void {
  storage.remove(KEY);
  usePending.setState({ pending: null });
}

import type { AppContext } from '../context.ts';
import { deleteExpiredRows, deleteIdleGuests, deleteOldRegistrations, EXPIRY_BATCH } from '../db/expiry.ts';

/** Deletes rows whose retention is over. Returns whether there may be more. */
export async function cleanUp({ db, outbox }: AppContext): Promise<boolean> {
  await deleteExpiredRows(db);
  const registrations = await deleteOldRegistrations(db);
  const guestCount = await deleteIdleGuests(db);
  if (guestCount > 0) outbox.wake();
  return registrations === EXPIRY_BATCH || guestCount === EXPIRY_BATCH;
}

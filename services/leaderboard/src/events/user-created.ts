import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertPlayer, storeRegistration } from '../db/players.ts';

/** Stores a new user: a guest, or a user who registered at the time of the event. */
export const userCreated: EventHandler<'userCreated', AppContext> = async (
  { rules },
  sql,
  { userId, guest },
  event,
) => {
  if (guest) await insertPlayer(sql, userId);
  else await storeRegistration(sql, { userId, at: event.occurredAt ?? new Date() }, rules);
};

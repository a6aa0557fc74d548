import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { storeRegistration } from '../db/players.ts';

/** Stores that a guest registered at the time of the event. */
export const userUpgraded: EventHandler<'userUpgraded', AppContext> = ({ rules }, sql, { userId }, event) =>
  storeRegistration(sql, { userId, at: event.occurredAt ?? new Date() }, rules);

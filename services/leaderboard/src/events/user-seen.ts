import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { storeAccessRecords } from '../db/players.ts';

/** Stores the network and device of a user since the time of the event. */
export const userSeen: EventHandler<'userSeen', AppContext> = ({ rules }, sql, access, event) =>
  storeAccessRecords(sql, access.userId, [{ ...access, at: event.occurredAt ?? new Date() }], rules);

import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { markDeleted } from '../db/players.ts';

/** Removes a deleted user from the boards. */
export const userDeleted: EventHandler<'userDeleted', AppContext> = (_context, sql, { userId }) =>
  markDeleted(sql, userId);

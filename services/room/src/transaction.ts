import { failpoint, type Sql } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { loadRoom } from './db/rooms.ts';
import { Notifications } from './domain/notifications.ts';

/**
 * Runs a command on rooms in one transaction and sends its notifications after the commit. `work` may run more than once,
 * so it only executes SQL and collects notifications. Passes the failpoint `room.<command>.after-commit`.
 */
export async function transact<T>(
  context: AppContext,
  command: string,
  work: (sql: Sql, notifications: Notifications) => Promise<T>,
): Promise<T> {
  const { result, notifications } = await context.db.tx(async (sql) => {
    const notifications = new Notifications();
    return { result: await work(sql, notifications), notifications };
  });
  failpoint(`room.${command}.after-commit`);
  await sendNotifications(context, notifications);
  return result;
}

/** Sends the notifications of a committed transaction. Never throws: pushes may be lost. */
export async function sendNotifications(
  { db, push, log }: AppContext,
  { changedRooms, pending }: Notifications,
): Promise<void> {
  for (const { to, id, body } of pending) push[to](id, body);
  for (const id of changedRooms) {
    try {
      push.toRoom(id, { $case: 'room', value: { room: await loadRoom(db, id) } });
    } catch (error) {
      log.warn({ err: error, roomId: id }, 'a room could not be told');
    }
  }
}

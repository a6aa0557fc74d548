import { failpoint, type ServiceContext, type Sql } from '@fifteen/runtime';
import { PendingNotifications } from '../domain/notifications.ts';
import { loadRooms } from './rooms.ts';

type TransactionContext = Pick<ServiceContext, 'db' | 'push' | 'log'>;

/**
 * Runs a command on rooms in one transaction and sends its notifications after the commit. `work` may run more than once,
 * so it only executes SQL and collects notifications. Passes the failpoint `room.<command>.after-commit`.
 */
export async function transact<T>(
  context: TransactionContext,
  command: string,
  work: (sql: Sql, notifications: PendingNotifications) => Promise<T>,
): Promise<T> {
  const { result, notifications } = await context.db.tx(async (sql) => {
    const notifications = new PendingNotifications();
    return { result: await work(sql, notifications), notifications };
  });
  failpoint(`room.${command}.after-commit`);
  await sendNotifications(context, notifications);
  return result;
}

/** Sends the notifications of a committed transaction. Never throws: pushes may be lost. */
export async function sendNotifications(
  { db, push: pusher, log }: TransactionContext,
  { changedRooms, pending }: PendingNotifications,
): Promise<void> {
  for (const send of pending) send(pusher);
  if (changedRooms.size === 0) return;
  const roomIds = [...changedRooms];
  try {
    for (const room of await loadRooms(db, roomIds))
      pusher.toRoom(room.id, { $case: 'room', value: { room } });
  } catch (error) {
    log.warn({ err: error, roomIds }, 'sending room updates failed');
  }
}

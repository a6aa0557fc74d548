import { startConsumer } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { gameFinished } from './game-finished.ts';
import { userCreated } from './user-created.ts';
import { userDeleted } from './user-deleted.ts';

/** Starts the consumers of users and of finished games. */
export function startConsumers(context: AppContext): void {
  startConsumer({ owner: 'identity', name: 'economy', handlers: { userCreated, userDeleted } }, context);
  startConsumer({ owner: 'game', name: 'economy', handlers: { gameFinished }, gatherMs: 200 }, context);
}

import { startConsumer } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { userCreated } from './user-created.ts';
import { userDeleted } from './user-deleted.ts';

/** Starts the consumer of identity's events. */
export function startConsumers(context: AppContext): void {
  startConsumer({ owner: 'identity', name: 'economy', handlers: { userCreated, userDeleted } }, context);
}

import { startConsumer } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { userDeleted } from './user-deleted.ts';

/** Starts the consumer of identity's events. */
export function startConsumers(context: AppContext): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'social',
      handlers: { userDeleted },
      // Each locks its user and the pairs with others: one transaction for several would take these locks in no order.
      isolated: true,
    },
    context,
  );
}

import { startConsumer } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { gameFinished } from './game-finished.ts';
import { userCreated } from './user-created.ts';
import { userDeleted } from './user-deleted.ts';
import { userSeen } from './user-seen.ts';
import { userUpgraded } from './user-upgraded.ts';

/** Starts the consumers of finished games and of users. The result does not depend on the order of the events. */
export function startConsumers(context: AppContext): void {
  startConsumer({ owner: 'game', name: 'leaderboard', handlers: { gameFinished }, gatherMs: 200 }, context);
  startConsumer(
    {
      owner: 'identity',
      name: 'leaderboard',
      handlers: { userCreated, userUpgraded, userSeen, userDeleted },
      // Each locks its user and the opponents: one transaction for several would take these locks in no order.
      isolated: true,
    },
    context,
  );
}

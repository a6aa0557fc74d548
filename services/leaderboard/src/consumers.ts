import { startConsumer, type EventHandler, type ServiceContext } from '@fifteen/runtime';
import { endedOf } from './ended.ts';
import { takeGame } from './games.ts';
import type { Parts } from './parts.ts';
import { arrived, deleted, registered, seen } from './people.ts';

type Context = Parts & ServiceContext;

/** Listens to games that ended, and to who people are. In whatever order all this comes, it leads to the same. */
export function startConsumers(context: Context): void {
  startConsumer({ owner: 'game', name: 'leaderboard', handlers: { gameFinished } }, context);
  startConsumer(
    {
      owner: 'identity',
      name: 'leaderboard',
      handlers: { userCreated, userUpgraded, userSeen, userDeleted },
    },
    context,
  );
}

const gameFinished: EventHandler<'gameFinished', Context> = async (context, sql, { game }) =>
  game && takeGame(context, sql, endedOf(game));

const userCreated: EventHandler<'userCreated', Context> = async (context, sql, { userId, guest }, event) => {
  if (guest) await arrived(sql, userId);
  else await registered(context, sql, userId, event.occurredAt ?? new Date());
};

const userUpgraded: EventHandler<'userUpgraded', Context> = (context, sql, { userId }, event) =>
  registered(context, sql, userId, event.occurredAt ?? new Date());

const userSeen: EventHandler<'userSeen', Context> = (context, sql, value, event) =>
  seen(context, sql, { ...value, at: event.occurredAt ?? new Date() });

const userDeleted: EventHandler<'userDeleted', Context> = (_context, sql, { userId, guest }) =>
  deleted(sql, userId, guest);

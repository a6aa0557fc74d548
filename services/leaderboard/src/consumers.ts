import type { Event } from '@fifteen/proto/events';
import { startConsumer, type Nats, type ServiceContext, type Sql } from '@fifteen/runtime';
import { endedOf } from './ended.ts';
import { takeGame } from './games.ts';
import type { Parts } from './parts.ts';
import { arrived, deleted, registered, seen } from './people.ts';

/** Listens to games that ended, and to who people are. In whatever order all this comes, it leads to the same. */
export function startConsumers(parts: Parts, nats: Nats, context: ServiceContext): void {
  const { db } = parts;
  startConsumer(
    { owner: 'game', name: 'leaderboard', db, nats, apply: (event, sql) => ofGame(parts, sql, event) },
    context,
  );
  startConsumer(
    { owner: 'identity', name: 'leaderboard', db, nats, apply: (event, sql) => ofPerson(parts, sql, event) },
    context,
  );
}

async function ofGame(parts: Parts, sql: Sql, { body }: Event): Promise<void | (() => void)> {
  if (body?.$case !== 'gameFinished' || !body.value.game) return undefined;
  return takeGame(parts, sql, endedOf(body.value.game));
}

async function ofPerson(parts: Parts, sql: Sql, { body, occurredAt: at = new Date() }: Event): Promise<void> {
  switch (body?.$case) {
    case 'userCreated':
      if (body.value.guest) await arrived(sql, body.value.userId);
      else await registered(parts, sql, body.value.userId, at);
      return;
    case 'userUpgraded':
      return registered(parts, sql, body.value.userId, at);
    case 'userSeen':
      return seen(parts, sql, { ...body.value, at });
    case 'userDeleted':
      return deleted(sql, body.value.userId, body.value.guest);
    default:
  }
}

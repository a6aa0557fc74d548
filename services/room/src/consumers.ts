import { startConsumer, type Nats, type ServiceContext } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { pushRoom, roundOver } from './rounds.ts';

/** Listens to games: when one is over, its room is free for the next. */
export function consumeGames(parts: Parts, nats: Nats, context: ServiceContext): void {
  startConsumer(
    {
      owner: 'game',
      name: 'room',
      db: parts.db,
      nats,
      apply: async ({ body }, sql) => {
        if (body?.$case !== 'gameFinished' && body?.$case !== 'gameCancelled') return undefined;
        const roomId = body.value.game && (await roundOver(sql, body.value.game));
        return roomId
          ? () => void pushRoom(parts, roomId).catch((error) => parts.log.warn({ err: error }))
          : undefined;
      },
    },
    context,
  );
}

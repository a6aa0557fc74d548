import { startConsumer, type Nats, type ServiceContext } from '@fifteen/runtime';
import { leaveRoom } from './leave.ts';
import { News, tell } from './news.ts';
import type { Parts } from './parts.ts';
import { roundOver } from './rounds.ts';

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
        if (!body.value.game) return undefined;
        const news = new News();
        await roundOver(sql, news, body.value.game);
        return () => void tell(parts, news);
      },
    },
    context,
  );
}

/** Listens to accounts: whoever is no more leaves their room, and so loses a running game. */
export function consumeAccounts(parts: Parts, nats: Nats, context: ServiceContext): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'room',
      db: parts.db,
      nats,
      // Leaving asks the game service and has transactions of its own; doing it again is harmless.
      apply: async ({ body }) => {
        if (body?.$case !== 'userDeleted') return;
        const { userId } = body.value;
        const { rows } = await parts.db.query<{ room_id: string }>(
          `SELECT room_id FROM participant WHERE user_id = $1`,
          [userId],
        );
        for (const { room_id: roomId } of rows) await leaveRoom(parts, roomId, userId);
      },
    },
    context,
  );
}

import type { GameState } from '@fifteen/proto/game';
import { startConsumer, type ServiceContext, type Sql } from '@fifteen/runtime';
import { leaveRoom } from './leave.ts';
import { News, tell } from './news.ts';
import type { Parts } from './parts.ts';
import { roundOver } from './rounds.ts';

type Context = Parts & ServiceContext;

async function endRound(
  context: Context,
  sql: Sql,
  { game }: { game?: GameState | undefined },
): Promise<void | (() => void)> {
  if (!game) return undefined;
  const news = new News();
  await roundOver(sql, news, game);
  return () => void tell(context, news);
}

/** Listens to games: when one is over, its room is free for the next. */
export function consumeGames(context: Context): void {
  startConsumer(
    { owner: 'game', name: 'room', handlers: { gameFinished: endRound, gameCancelled: endRound } },
    context,
  );
}

/** Listens to accounts: whoever is no more leaves their room, and so loses a running game. */
export function consumeAccounts(context: Context): void {
  startConsumer(
    {
      owner: 'identity',
      name: 'room',
      handlers: {
        // Leaving asks the game service and has transactions of its own; doing it again is harmless.
        userDeleted: async ({ db }, _sql, { userId }) => {
          const { rows } = await db.query<{ room_id: string }>(
            `SELECT room_id FROM participant WHERE user_id = $1`,
            [userId],
          );
          for (const { room_id: roomId } of rows) await leaveRoom(context, roomId, userId);
        },
      },
    },
    context,
  );
}

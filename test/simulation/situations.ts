import { StakeState, type HoldStakeResponse } from '@fifteen/proto/economy';
import type { GetGameRequest } from '@fifteen/proto/game';
import type { World } from './world.ts';

/** What a caller received. */
interface Reply {
  path: string;
  request: unknown;
  response: unknown;
  /** The code of an error, instead of a response. */
  code: string | undefined;
}

/** Observes what a caller received, before it goes on: situations in which a caller failed once. */
export function observeReply(world: World, { path, request, response, code }: Reply): void {
  if (path === '/fifteen.economy.v1.EconomyService/HoldStake' && response) {
    const state = (response as HoldStakeResponse).stake?.state;
    if (state === StakeState.SETTLED || state === StakeState.REFUNDED)
      world.saw('start repeated after the end of its game');
  }
  if (path === '/fifteen.game.v1.GameService/GetGame' && code === 'GAME_NOT_FOUND') {
    const { gameId } = request as GetGameRequest;
    if (isOpen(world, gameId)) world.saw('game queried before its creation');
  }
}

/** Whether the round of a game is starting, or has started by now. */
function isOpen({ servers }: World, gameId: string): boolean {
  const { rowCount } = servers.postgres.room.query(
    `SELECT FROM round WHERE game_id = $1 AND status IN ('starting', 'playing')`,
    [gameId],
  );
  return rowCount === 1;
}

/** Has the database of the room service notify, at the commit, of games that ended and whose start was never recorded. */
export const NOTIFY_OF_UNRECORDED_STARTS = `
  CREATE FUNCTION notify_of_unrecorded_start() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('unrecorded_start', NEW.game_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER notify_of_unrecorded_start AFTER UPDATE ON round FOR EACH ROW
    WHEN (OLD.status = 'starting' AND NEW.status = 'over') EXECUTE FUNCTION notify_of_unrecorded_start();
  LISTEN unrecorded_start`;

/** Checks that such a game used up its players' consent, as the record of its start does. */
export function observeUnrecordedStart(world: World, gameId: string): void {
  world.saw('game ended before its start was recorded');
  const { rows } = world.servers.postgres.room.query<{ user_id: string }>(
    `SELECT user_id FROM participant JOIN round USING (room_id)
      WHERE game_id = $1 AND user_id = ANY (player_ids) AND agreed`,
    [gameId],
  );
  for (const { user_id } of rows) world.defect(`the consent of ${user_id} to ${gameId} outlasts it`);
}

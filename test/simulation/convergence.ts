import { isQueueEmpty } from './search-invariants.ts';
import type { World } from './world.ts';

/** Milliseconds after the last fault within which all services have to agree. */
export const CONVERGENCE_MS = 15_000;

/** Games that neither run nor are paid, and events that are not published. */
const UNFINISHED = `SELECT FROM game WHERE settled_at IS NULL AND status <> 'active'
  UNION ALL SELECT FROM outbox WHERE published_at IS NULL LIMIT 1`;

/** Returns whether nothing is left to do but to play the running games: all services agree which these are. */
export function hasConverged(world: World): boolean {
  const { room, game, economy } = world.servers.postgres;
  const idsOf = ({ rows }: { rows: readonly { id: string }[] }): string[] => rows.map(({ id }) => id);
  const running = idsOf(game.query<{ id: string }>(`SELECT id FROM game WHERE status = 'active'`, []));
  const open = [
    room.query(`SELECT FROM round WHERE status IN ('agreed', 'starting') LIMIT 1`, []),
    room.query(`SELECT FROM round WHERE status = 'playing' AND game_id <> ALL ($1) LIMIT 1`, [running]),
    economy.query(`SELECT FROM stake WHERE state = 'held' AND game_id <> ALL ($1) LIMIT 1`, [running]),
    game.query(UNFINISHED, []),
  ];
  return open.every(({ rowCount }) => rowCount === 0) && isQueueEmpty(world);
}

/** Returns whether no game runs, either. */
export const isSettled = (world: World): boolean =>
  hasConverged(world) &&
  world.servers.postgres.game.query(`SELECT FROM game WHERE status = 'active' LIMIT 1`, []).rowCount === 0;

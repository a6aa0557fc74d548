import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every service there is, and whom it calls: each is known to its neighbours by a secret of its own. */
export const callGraph = {
  identity: ['economy'],
  economy: ['game'],
  game: ['economy'],
  room: ['economy', 'game'],
  matchmaking: ['room', 'social'],
  social: [],
  leaderboard: ['economy', 'game', 'identity'],
  gateway: ['identity', 'economy', 'game', 'room', 'matchmaking', 'social', 'leaderboard'],
} as const;

export type ServiceName = keyof typeof callGraph;
/** Their names. */
export const serviceNames = Object.keys(callGraph) as ServiceName[];

/** The folder of a service with a database (`migrations/`, `sql/`); undefined for one without. */
export function schemaFolder(service: ServiceName): string | undefined {
  const dir = `${root}services/${service}`;
  return existsSync(`${dir}/migrations`) ? dir : undefined;
}

import { defineServices } from './define.ts';

/** Every service. Which RPC accepts which caller is in each service's code, and tests compare it with `upstreams`. */
export const services = defineServices({
  identity: {
    owns: 'accounts, guests, passwords, sessions, mailed codes, pictures',
    storage: 'PostgreSQL',
    serves: 'grpc',
    upstreams: ['economy'],
    servers: ['postgres', 'nats', 'mail'],
    secrets: ['CODE_KEY'],
    events: {
      user_created: 'an account exists, of a guest or a member',
      user_upgraded: 'a guest became a member; games count for the weekly board from now on',
      user_seen: 'a session began, or is used from another network or device',
      user_changed: 'a name or a picture changed, or a guest became a member',
      user_deleted: 'a guest left or expired; the id is never used again',
    },
    pushTargets: ['user'],
  },
  economy: {
    owns: 'coins, stakes, gifts, the catalogue, owned and equipped items',
    storage: 'PostgreSQL, through SQL functions only',
    serves: 'grpc',
    upstreams: ['game'],
    servers: ['postgres', 'nats'],
    events: {
      cosmetics_changed: 'a player equipped another piece style or frame',
    },
    consumes: { identity: ['user_created', 'user_deleted'], game: ['finished'] },
    pushTargets: ['user'],
  },
  game: {
    owns: 'games: seats, moves, clocks, results',
    storage: 'PostgreSQL; memory saves reads only',
    serves: 'grpc',
    upstreams: ['economy'],
    servers: ['postgres', 'nats'],
    events: {
      finished: 'a game ended by a line, a draw, abandonment or expiry',
      cancelled: 'a game was cancelled before it opened',
    },
    pushTargets: ['user', 'room'],
  },
  room: {
    owns: 'rooms, participants, invitations, rounds, rematches',
    storage: 'PostgreSQL',
    serves: 'grpc',
    upstreams: ['economy', 'game'],
    servers: ['postgres', 'nats'],
    consumes: { game: ['finished', 'cancelled'], identity: ['user_deleted'] },
    pushTargets: ['user', 'room'],
  },
  matchmaking: {
    owns: 'the quick-match queue',
    storage: 'Redis; may be lost',
    serves: 'grpc',
    upstreams: ['room', 'social'],
    servers: ['redis', 'nats'],
    pushTargets: ['user'],
  },
  social: {
    owns: 'friends, friend requests, blocks, direct messages',
    storage: 'PostgreSQL',
    serves: 'grpc',
    upstreams: [],
    servers: ['postgres', 'nats'],
    consumes: { identity: ['user_deleted'] },
    pushTargets: ['user'],
  },
  leaderboard: {
    owns: 'records, levels, achievements, the weekly board',
    storage: 'PostgreSQL; rebuilt from the events of others',
    serves: 'grpc',
    upstreams: ['economy', 'game', 'identity'],
    servers: ['postgres', 'nats'],
    events: { record_changed: 'a record, level, achievement or border changed' },
    consumes: {
      game: ['finished'],
      identity: ['user_created', 'user_upgraded', 'user_seen', 'user_deleted'],
    },
    pushTargets: ['user'],
  },
  gateway: {
    owns: 'nothing: authenticates, limits, translates, sends updates to sockets',
    storage: 'Redis: limits, presence',
    serves: 'http',
    upstreams: ['identity', 'economy', 'game', 'room', 'matchmaking', 'social', 'leaderboard'],
    servers: ['redis', 'nats'],
    subscribes: [
      'identity.user_changed',
      'identity.user_deleted',
      'economy.cosmetics_changed',
      'leaderboard.record_changed',
    ],
    pushTargets: ['user', 'room'],
    receivesPushes: true,
  },
});

/** The name of a service: of its folder, image, database, stream and user in NATS. */
export type ServiceName = keyof typeof services;
/** All services, in the order of the table above. */
export const serviceNames = Object.keys(services) as ServiceName[];

/** The operators' command line (`npm run admin`): a caller with a secret of its own. */
export const operators: { readonly upstreams: readonly ServiceName[] } = {
  upstreams: ['identity', 'economy', 'game', 'leaderboard'],
};

/** A sender of RPCs, by the name under which the services it calls know it. */
export type Caller = ServiceName | 'admin';

/** Returns the callers of a service: the services that have it as an upstream, and `admin`. */
export function callersOf(service: ServiceName): Caller[] {
  const callers = serviceNames.filter((name) => services[name].upstreams.includes(service));
  return operators.upstreams.includes(service) ? [...callers, 'admin'] : callers;
}

import type { Nats, ProcessContext, Pusher } from '@fifteen/runtime';
import type { openRedis } from '@fifteen/runtime/redis';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Realtime } from '../realtime/index.ts';
import { emojiRoutes } from './emoji-routes.ts';
import { Emojis } from './emojis.ts';
import { MoveStreams } from './move-streams.ts';
import { gameRoutes } from './routes.ts';
import { gameSocketHandlers } from './socket-handlers.ts';
import { cachedTurnSeconds } from './turn-seconds.ts';

export { startHeartbeat } from './heartbeat.ts';

interface Deps extends ProcessContext, Realtime {
  clients: Clients;
  profiles: ProfileCache;
  limits: Limits;
  push: Pusher;
  nats: Nats;
  redis: ReturnType<typeof openRedis>;
}

/** Games: moves, history, and what players send each other during a game. */
export function createGame(deps: Deps) {
  const moveStreams = new MoveStreams(deps.clients.game, deps);
  const emojis = new Emojis(deps, deps.redis);
  const features = { ...deps, moveStreams, emojis };
  return {
    turnSeconds: cachedTurnSeconds(deps.clients),
    routes: { games: gameRoutes(features), emojis: emojiRoutes(features) },
    socketHandlers: gameSocketHandlers(features),
  };
}

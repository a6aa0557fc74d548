import type { AddressInfo } from 'node:net';
import { gauge, isTracingEnabled, type ProcessContext } from '@fifteen/runtime';
import { createAccount, registerAvatars } from './account/index.ts';
import type { GatewayConfig } from './config.ts';
import { createContext, type AppContext } from './context.ts';
import { createApp } from './edge/app.ts';
import { Idempotency } from './edge/idempotency.ts';
import type { ApiRoutes } from './edge/route-handlers.ts';
import { systemRoutes } from './edge/system-routes.ts';
import { createGame, startHeartbeat } from './game/index.ts';
import { createMatchmaking } from './matchmaking/index.ts';
import { createPlayers } from './players/index.ts';
import { createPresence } from './presence/index.ts';
import { createProgress, progressPushFormats } from './progress/index.ts';
import { connectionHandlers } from './realtime/connection-handlers.ts';
import { Dispatcher, type SocketHandlers } from './realtime/dispatcher.ts';
import { createRealtime } from './realtime/index.ts';
import { startReconnectionProbe } from './realtime/reconnection-probe.ts';
import { SocketServer } from './realtime/socket-server.ts';
import { createRooms, roomPushFormats } from './rooms/index.ts';
import { createShop, shopPushFormats } from './shop/index.ts';
import { createSocial, socialPushFormats } from './social/index.ts';

/** How long closed sockets and requests in progress may take at a shutdown. */
const HTTP_STOP_MS = 17_000;

/** Starts the gateway. Returns the port it listens on. */
export async function startGatewayService(
  config: GatewayConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  const { log, lifecycle, clients } = context;
  const features = createFeatures(context, config.SUPPORT_EMAIL);
  const { handlers, presenceTracker, connections, routes } = features;
  const dispatcher = new Dispatcher({ ...context, handlers, traced: isTracingEnabled(config) });
  const sockets = new SocketServer({
    ...context,
    dispatcher,
    sessionCheckMs: config.SESSION_CHECK_SECONDS * 1_000,
    disconnected: (connection) => presenceTracker.disconnected(connection),
  });
  const reconnectionProbe = startReconnectionProbe(clients, context);
  const drainMs = config.DRAIN_SECONDS * 1_000;
  const app = await createApp({
    root: config.WEB_ROOT,
    publicUrl: config.PUBLIC_URL,
    hops: config.TRUST_PROXY_HOPS,
    sockets,
    drainMs,
    api: {
      ...context,
      publicOrigin: new URL(config.PUBLIC_URL).origin,
      idempotency: new Idempotency(context.redis, log),
      handlers: routes,
    },
    registerExtra: (api) => registerAvatars(api, clients.identity),
    log,
  });
  gauge('fifteen_ws_connections', 'Open WebSocket connections.', context, () => [[sockets.size]]);
  startHeartbeat({ connections, clients, sockets, reconnectionProbe }, context);
  await app.listen({ host: config.HOST, port: config.PORT });
  lifecycle.onStop('http', () => app.close(), drainMs + HTTP_STOP_MS);
  return { port: (app.server.address() as AddressInfo).port };
}

/** Creates all features, and merges their routes and socket handlers. */
function createFeatures(context: AppContext, supportEmail: string) {
  const realtime = createRealtime(context, {
    ...roomPushFormats,
    ...socialPushFormats,
    ...shopPushFormats,
    ...progressPushFormats,
  });
  const base = { ...context, ...realtime };
  const game = createGame(base);
  const social = createSocial(base);
  const presence = createPresence({
    ...base,
    notifyFriends: (userId, since) => social.friendPresence.notify(userId, since),
  });
  const { presenceTracker } = presence;
  const matchmaking = createMatchmaking(base);
  const { searches } = matchmaking;
  const rooms = createRooms({ ...base, presenceTracker, searches });
  const account = createAccount({ ...base, searches });
  const progress = createProgress(base);
  const players = createPlayers(base);

  const routes: ApiRoutes = {
    ...game.routes,
    ...matchmaking.routes,
    ...rooms.routes,
    ...social.routes,
    ...createShop(base).routes,
    ...progress.routes,
    ...account.routes,
    system: { ...systemRoutes(supportEmail, game.turnSeconds), ...presence.routes.system },
    users: { ...players.routes.users, ...presence.routes.users },
    friends: { ...social.routes.friends, ...progress.routes.friends },
    profile: { ...account.routes.profile, ...social.routes.profile, ...players.routes.profile },
  };
  const handlers: SocketHandlers = {
    ...connectionHandlers({
      sessions: context.sessions,
      authenticated: (connection) => presenceTracker.connected(connection),
    }),
    ...game.socketHandlers,
    ...matchmaking.socketHandlers,
    ...rooms.socketHandlers,
  };
  return { presenceTracker, connections: realtime.connections, routes, handlers };
}

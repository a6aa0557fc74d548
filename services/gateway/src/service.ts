import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  createPusher,
  gauge,
  isTracingEnabled,
  openNats,
  openRedis,
  startJob,
  type ProcessContext,
} from '@fifteen/runtime';
import { Rematches } from './rooms/rematches.ts';
import { Leaderboards } from './progress/leaderboards.ts';
import { ProfileCache, onProfileChange } from './players/profile-cache.ts';
import { BlockGuard } from './players/block-guard.ts';
import type { GatewayConfig } from './config.ts';
import { cookieNames } from './auth/cookies.ts';
import { Emojis } from './game/emojis.ts';
import { Gifts } from './shop/gifts.ts';
import { FriendList } from './social/friend-list.ts';
import { FriendPresenceNotifier } from './social/friend-presence-notifier.ts';
import { createApp } from './edge/app.ts';
import { BrowserCookies } from './auth/browser-cookies.ts';
import { handlersOf } from './routes.ts';
import { Idempotency } from './edge/idempotency.ts';
import { startHeartbeat } from './game/heartbeat.ts';
import { Fanout } from './realtime/fanout.ts';
import { Limits } from './edge/limits.ts';
import { connectClients } from './clients/clients.ts';
import { PresenceTracker } from './presence/presence-tracker.ts';
import { PlayerLoader } from './players/player-loader.ts';
import { MoveStreams } from './game/move-streams.ts';
import { PresenceStore } from './presence/presence-store.ts';
import { PushSubscriptions } from './clients/push-subscriptions.ts';
import { Resync } from './rooms/resync.ts';
import { Rooms } from './rooms/rooms.ts';
import { Searches } from './matchmaking/searches.ts';
import { Sessions } from './auth/sessions.ts';
import { Shop } from './shop/shop.ts';
import { SocketServer } from './realtime/socket-server.ts';
import { RoomRefresher } from './realtime/room-refresher.ts';

const KEEP_ALIVE_MS = 5_000;
const WATCH_MS = 1_000;
/** Sockets that are closed and requests under way may finish for so long. */
const HTTP_STOP_MS = 17_000;

/** Wires the gateway and serves it. Answers the port it listens on. */
export async function startGateway(
  config: GatewayConfig,
  context: ProcessContext,
): Promise<{ port: number }> {
  const { log } = context;
  const deps = await wire(config, context);
  const door = {
    sessions: deps.sessions,
    limits: deps.limits,
    cookies: cookieNames(config.PUBLIC_URL),
    publicOrigin: new URL(config.PUBLIC_URL).origin,
  };
  const browser = new BrowserCookies(door.cookies);
  const sockets = new SocketServer({
    ...deps,
    scales: scalesOf(config),
    sessionCheckMs: config.SESSION_CHECK_SECONDS * 1_000,
    traced: isTracingEnabled(config),
  });
  const drainMs = config.DRAIN_SECONDS * 1_000;
  const app = await createApp({
    root: config.WEB_ROOT,
    publicUrl: config.PUBLIC_URL,
    hops: config.TRUST_PROXY_HOPS,
    sockets,
    drainMs,
    api: {
      ...{ ...door, browser },
      idempotency: new Idempotency(deps.redis, log),
      handlers: handlersOf({ ...deps, browser, supportEmail: config.SUPPORT_EMAIL }),
    },
    identity: deps.clients.identity,
    log,
  });
  gauge('ws_connections', 'Sockets that are open.', context, () => [[sockets.size]]);
  startHeartbeat({ ...deps, sockets }, context);
  await app.listen({ host: config.HOST, port: config.PORT });
  context.lifecycle.onStop('http', () => app.close(), drainMs + HTTP_STOP_MS);
  return { port: (app.server.address() as AddressInfo).port };
}

const scalesOf = (config: GatewayConfig) => ({
  address: config.RATE_LIMIT_SCALE,
  player: config.PLAYER_LIMIT_SCALE,
});

/** Everything between the doors and the neighbours. */
async function wire(config: GatewayConfig, context: ProcessContext) {
  const { log, lifecycle } = context;
  const namespace = config.NAMESPACE;
  const redis = openRedis({ url: config.REDIS_URL, namespace }, context);
  const nats = await openNats({ service: 'gateway', url: config.NATS_URL, namespace }, context);
  const clients = connectClients(config, context);
  const play = new MoveStreams(clients.game, context);
  const pushes = new PushSubscriptions(nats, log);
  const playerLoader = new PlayerLoader(clients, log);
  const profiles = new ProfileCache(playerLoader, log);
  onProfileChange(nats, (userId) => profiles.drop(userId));
  const blockGuard = new BlockGuard({ clients, log });
  const fanout = new Fanout({ pushes, profiles, blockGuard, log });
  const presence = new PresenceStore(redis, randomUUID(), log);
  const push = createPusher(nats);
  const friendList = new FriendList({ clients, presence });
  const friendNews = new FriendPresenceNotifier({ friendList, push, log });
  const online = new PresenceTracker({ fanout, presence, push, friendNews }, context);
  const limits = new Limits(redis, scalesOf(config));
  const searches = new Searches({ clients, fanout, presence, limits, log });
  const people = { clients, fanout, profiles, blockGuard, presence, limits, push };
  const [rooms, again] = [new Rooms(people), new Rematches(people)];
  const emojis = new Emojis({ ...people, nats }, redis);
  const [shop, gifts] = [new Shop(people), new Gifts(people)];
  const returning = new Resync({ ...people, online, searches, rooms, again, log });
  const watch = new RoomRefresher({ fanout, clients, nats, log });
  const loops = [
    startJob('searches', KEEP_ALIVE_MS, log, () => searches.keepAlive()),
    startJob('open games', WATCH_MS, log, () => watch.refreshDue()),
  ];
  lifecycle.onStop('watch', () => Promise.all(loops.map((loop) => loop.stop())));
  const sessions = new Sessions(clients.identity, pushes, config.SESSION_CHECK_SECONDS * 1_000);
  return {
    ...people,
    ...{ redis, nats, playerLoader, play, online, searches, sessions, rooms, again, returning, log },
    ...{ emojis, shop, gifts, friendList, boards: new Leaderboards(people) },
  };
}

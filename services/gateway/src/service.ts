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
import { Again } from './again.ts';
import { Boards } from './boards.ts';
import { Cards, watchPeople } from './cards.ts';
import { Circle } from './circle.ts';
import type { GatewayConfig } from './config.ts';
import { cookieNames } from './cookies.ts';
import { Emojis } from './emojis.ts';
import { Gifts } from './gifts.ts';
import { FriendList } from './friend-list.ts';
import { FriendNews } from './friend-news.ts';
import { createApp } from './http/app.ts';
import { Browser } from './http/browser.ts';
import { handlersOf } from './http/handlers.ts';
import { Idempotency } from './http/idempotency.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Hub } from './hub.ts';
import { Limits } from './limits.ts';
import { connectNeighbours } from './neighbours.ts';
import { Online } from './online.ts';
import { Persons } from './persons.ts';
import { Play } from './play.ts';
import { Presence } from './presence.ts';
import { Pushes } from './pushes.ts';
import { Returning } from './returning.ts';
import { Rooms } from './rooms.ts';
import { Searches } from './search.ts';
import { Sessions } from './sessions.ts';
import { Shop } from './shop.ts';
import { Sockets } from './socket/server.ts';
import { Watch } from './watch.ts';

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
  const parts = await wire(config, context);
  const door = {
    sessions: parts.sessions,
    limits: parts.limits,
    cookies: cookieNames(config.PUBLIC_URL),
    publicOrigin: new URL(config.PUBLIC_URL).origin,
  };
  const browser = new Browser(door.cookies);
  const sockets = new Sockets({
    ...parts,
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
      idempotency: new Idempotency(parts.redis, log),
      handlers: handlersOf({ ...parts, browser, supportEmail: config.SUPPORT_EMAIL }),
    },
    identity: parts.neighbours.identity,
    log,
  });
  gauge('fifteen_ws_connections', 'Open WebSocket connections.', context, () => [[sockets.size]]);
  startHeartbeat({ ...parts, sockets }, context);
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
  const neighbours = connectNeighbours(config, context);
  const play = new Play(neighbours.game, context);
  const pushes = new Pushes(nats, log);
  const persons = new Persons(neighbours, log);
  const cards = new Cards(persons, log);
  watchPeople(nats, (userId) => cards.drop(userId));
  const circle = new Circle({ neighbours, log });
  const hub = new Hub({ pushes, cards, circle, log });
  const presence = new Presence(redis, randomUUID(), log);
  const push = createPusher(nats);
  const friendList = new FriendList({ neighbours, presence });
  const friendNews = new FriendNews({ friendList, push, log });
  const online = new Online({ hub, presence, push, friendNews }, context);
  const limits = new Limits(redis, scalesOf(config));
  const searches = new Searches({ neighbours, hub, presence, limits, log });
  const people = { neighbours, hub, cards, circle, presence, limits, push };
  const [rooms, again] = [new Rooms(people), new Again(people)];
  const emojis = new Emojis({ ...people, nats }, redis);
  const [shop, gifts] = [new Shop(people), new Gifts(people)];
  const returning = new Returning({ ...people, online, searches, rooms, again, log });
  const watch = new Watch({ hub, neighbours, nats, log });
  const loops = [
    startJob('searches', KEEP_ALIVE_MS, log, () => searches.keepAlive()),
    startJob('open games', WATCH_MS, log, () => watch.pass()),
  ];
  lifecycle.onStop('watch', () => Promise.all(loops.map((loop) => loop.stop())));
  const sessions = new Sessions(neighbours.identity, pushes, config.SESSION_CHECK_SECONDS * 1_000);
  return {
    ...people,
    ...{ redis, nats, persons, play, online, searches, sessions, rooms, again, returning, log },
    ...{ emojis, shop, gifts, friendList, boards: new Boards(people) },
  };
}

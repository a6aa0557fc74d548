import { randomUUID } from 'node:crypto';
import { createPusher, openNats, type Nats, type ProcessContext, type Pusher } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { BrowserCookies } from './auth/browser-cookies.ts';
import { cookieNames } from './auth/cookies.ts';
import { Sessions } from './auth/sessions.ts';
import { connectClients, type Clients } from './clients/clients.ts';
import { PushSubscriptions } from './clients/push-subscriptions.ts';
import type { GatewayConfig } from './config.ts';
import { Limits, type LimitScales } from './edge/limits.ts';
import { BlockGuard } from './players/block-guard.ts';
import { PlayerLoader } from './players/player-loader.ts';
import { ProfileCache } from './players/profile-cache.ts';
import { watchProfiles } from './players/profile-events.ts';
import { PresenceStore } from './presence/presence-store.ts';

/** What features may use: connections to the services and stores, and what all features share on top of them. */
export interface AppContext extends ProcessContext {
  redis: ReturnType<typeof openRedis>;
  nats: Nats;
  push: Pusher;
  pushes: PushSubscriptions;
  clients: Clients;
  scales: LimitScales;
  limits: Limits;
  sessions: Sessions;
  browser: BrowserCookies;
  playerLoader: PlayerLoader;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  presence: PresenceStore;
}

/** Connects to Redis, the broker and, lazily, the services. */
export async function createContext(config: GatewayConfig, process: ProcessContext): Promise<AppContext> {
  const { log, lifecycle } = process;
  const namespace = config.NAMESPACE;
  const redis = openRedis({ url: config.REDIS_URL, namespace }, process);
  const nats = await openNats({ service: 'gateway', url: config.NATS_URL, namespace }, process);
  const clients = connectClients(config, process);
  const pushes = new PushSubscriptions(nats, log);
  const playerLoader = new PlayerLoader(clients, log);
  const profiles = new ProfileCache(playerLoader, log);
  watchProfiles({ nats, log }, profiles);
  const scales = { address: config.RATE_LIMIT_SCALE, player: config.PLAYER_LIMIT_SCALE };
  return {
    ...{ log, lifecycle, redis, nats, pushes, clients, playerLoader, profiles, scales },
    push: createPusher(nats),
    limits: new Limits(redis, scales),
    sessions: new Sessions(clients.identity, pushes, config.SESSION_CHECK_SECONDS * 1_000),
    browser: new BrowserCookies(cookieNames(config.PUBLIC_URL)),
    blockGuard: new BlockGuard({ clients, log }),
    presence: new PresenceStore(redis, randomUUID(), log),
  };
}

import { address, baseConfig, natsConfig, numeric, port, redisConfig } from '@fifteen/runtime';
import { z } from 'zod';

export const gatewayConfig = baseConfig.omit({ GRPC_HOST: true, GRPC_PORT: true, RPC_CALLERS: true }).extend({
  ...natsConfig,
  ...redisConfig,
  /** Where `/api`, `/ws` and the web app are served. */
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(8080),
  /** The site as browsers know it, e.g. `https://fifteen.example`. On https, cookies are Secure and bound to the host. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Folder of the built web app; without it only `/api` and `/ws` are served. */
  WEB_ROOT: z.string().optional(),
  /** Address for support and for buying coins; the app shows it. */
  SUPPORT_EMAIL: z.string().default('support@fifteen.localhost'),
  /** How many proxies of ours stand in front: so many entries of X-Forwarded-For are trusted, counted from its end. */
  TRUST_PROXY_HOPS: numeric(z.number().int().min(0).max(5)).default(0),
  /**
   * Seconds over which sockets are closed at a shutdown, so that clients do not come back all at once. More would take the
   * 17 s of closed sockets and requests in progress: a process ends 40 s after its signal.
   */
  DRAIN_SECONDS: numeric(z.number().min(0).max(20)).default(20),
  /** Seconds for which a session is taken from the cache, and between checks of the session of an open socket. */
  SESSION_CHECK_SECONDS: numeric(z.number().min(1).max(60)).default(60),
  /** The upstream services (gRPC targets). */
  IDENTITY_ADDR: address,
  ECONOMY_ADDR: address,
  GAME_ADDR: address,
  ROOM_ADDR: address,
  MATCHMAKING_ADDR: address,
  SOCIAL_ADDR: address,
  LEADERBOARD_ADDR: address,
});

export type GatewayConfig = z.output<typeof gatewayConfig>;

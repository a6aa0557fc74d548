import { z } from 'zod';
import { ClientConfig, OnlineUser, PlayerStats, UserProfile } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Count, Millis, UserId } from '../scalars.ts';
import { call, noContent } from './call.ts';

const byId = z.object({ id: UserId });

/** Health, client configuration and heartbeat. */
export const system = {
  health: call(routes.system.health, {
    summary: 'Health of the product, and its version',
    session: false,
    ok: { 200: z.object({ status: z.literal('ok'), version: z.string() }) },
  }),
  probe: call(routes.system.probe, {
    summary: 'Health of the product, without a body',
    session: false,
    ok: { 200: noContent },
  }),
  clientConfig: call(routes.system.clientConfig, {
    summary: 'Limits and constants that the client shows',
    session: false,
    ok: { 200: ClientConfig },
  }),
  heartbeat: call(routes.system.heartbeat, {
    summary: 'Send a heartbeat, every 45 s',
    idempotent: true,
    ok: { 200: z.object({ serverTime: Millis }) },
  }),
};

/** Users and their records. */
export const users = {
  online: call(routes.users.online, {
    summary: 'Online users',
    ok: { 200: z.object({ total: Count, users: z.array(OnlineUser).max(200) }) },
  }),
  ownStats: call(routes.users.ownStats, {
    summary: 'Record of the caller',
    ok: { 200: PlayerStats },
    errors: ['USER_NOT_FOUND'],
  }),
  get: call(routes.users.get, {
    summary: 'Public profile of a user, and their relation to the caller',
    params: byId,
    ok: { 200: UserProfile },
    errors: ['USER_NOT_FOUND'],
  }),
  stats: call(routes.users.stats, {
    summary: 'Record of a user',
    params: byId,
    ok: { 200: PlayerStats },
    errors: ['USER_NOT_FOUND'],
  }),
  onlineStats: call(routes.users.onlineStats, {
    summary: 'Record of a user; the same as `stats`',
    params: byId,
    ok: { 200: PlayerStats },
    errors: ['USER_NOT_FOUND'],
  }),
};

import { z } from 'zod';
import { ClientConfig, OnlineUser, PlayerStats, PublicUser } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Count, Millis, UserId } from '../scalars.ts';
import { call, nothing } from './call.ts';

const byId = z.object({ id: UserId });

/** The product itself: is it there, what does it allow, am I still here. */
export const system = {
  health: call(routes.system.health, {
    summary: 'Whether the product answers, and its version',
    session: false,
    ok: { 200: z.object({ status: z.literal('ok'), version: z.string() }) },
  }),
  probe: call(routes.system.probe, {
    summary: 'Whether the product answers',
    session: false,
    ok: { 200: nothing },
  }),
  clientConfig: call(routes.system.clientConfig, {
    summary: 'Limits and constants that the client shows',
    session: false,
    ok: { 200: ClientConfig },
  }),
  heartbeat: call(routes.system.heartbeat, {
    summary: 'Say that one is still here, every 45 s',
    repeatable: true,
    ok: { 200: z.object({ serverTime: Millis }) },
  }),
};

/** Other people. */
export const users = {
  online: call(routes.users.online, {
    summary: 'Who is online',
    ok: { 200: z.object({ total: Count, users: z.array(OnlineUser).max(200) }) },
  }),
  ownStats: call(routes.users.ownStats, { summary: "One's own record", ok: { 200: PlayerStats } }),
  get: call(routes.users.get, {
    summary: 'Somebody, without the e-mail address',
    params: byId,
    ok: { 200: PublicUser },
    errors: ['USER_NOT_FOUND'],
  }),
  stats: call(routes.users.stats, {
    summary: 'The record of somebody',
    params: byId,
    ok: { 200: PlayerStats },
    errors: ['USER_NOT_FOUND'],
  }),
  onlineStats: call(routes.users.onlineStats, {
    summary: 'The record of somebody; the same as `stats`',
    params: byId,
    ok: { 200: PlayerStats },
    errors: ['USER_NOT_FOUND'],
  }),
};

import { RoomServiceDefinition } from '@fifteen/proto/room';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import { connectRpc, createPusher, openNats, type ProcessContext } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import type { MatchmakingConfig } from './config.ts';
import { Matchmaker, type MatchContext } from './matchmaker.ts';
import { Queue } from './queue/queue.ts';

/** Everything a handler may use. */
export interface AppContext extends MatchContext {
  matchmaker: Matchmaker;
}

/** Connects to Redis, the broker, room and social. */
export async function createContext(config: MatchmakingConfig, process: ProcessContext): Promise<AppContext> {
  const { NAMESPACE: namespace, RPC_TOKEN: token } = config;
  const redis = openRedis({ url: config.REDIS_URL, namespace }, process);
  const nats = await openNats({ service: 'matchmaking', url: config.NATS_URL, namespace }, process);
  const room = connectRpc(
    { name: 'room', service: RoomServiceDefinition, address: config.ROOM_ADDR, token },
    process,
  );
  const social = connectRpc(
    { name: 'social', service: SocialServiceDefinition, address: config.SOCIAL_ADDR, token },
    process,
  );
  const queue = new Queue(redis, {
    searchMs: config.SEARCH_SECONDS * 1_000,
    absentMs: config.ABSENT_SECONDS * 1_000,
    botAfterMs: config.BOT_AFTER_SECONDS * 1_000,
    leaseMs: config.LEASE_SECONDS * 1_000,
  });
  const context = {
    ...process,
    ...{ queue, push: createPusher(nats), room: room.calls, social: social.calls },
  };
  return { ...context, matchmaker: new Matchmaker(context) };
}

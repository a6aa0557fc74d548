import { MatchmakingService } from '@fifteen/proto/matchmaking';
import { RoomService } from '@fifteen/proto/room';
import { SocialService } from '@fifteen/proto/social';
import {
  connectRpc,
  createPusher,
  openNats,
  openRedis,
  methodsOf,
  serveRpc,
  type ProcessContext,
} from '@fifteen/runtime';
import type { MatchmakingConfig } from './config.ts';
import { Matchmaker } from './matchmaker.ts';
import { observeQueue } from './metrics.ts';
import { Queue } from './queue.ts';
import { access, handlers } from './rpc.ts';
import { Search } from './search.ts';
import { startSweeps } from './sweeps.ts';

/** Wires the quick-match queue and serves it. Answers the port it listens on. */
export async function startMatchmaking(
  config: MatchmakingConfig,
  context: ProcessContext,
): Promise<{ port: number }> {
  const redis = openRedis({ url: config.REDIS_URL, namespace: config.NAMESPACE }, context);
  const nats = await openNats(
    { service: 'matchmaking', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const token = config.RPC_TOKEN;
  const room = connectRpc({ name: 'room', service: RoomService, address: config.ROOM_ADDR, token }, context);
  const social = connectRpc(
    { name: 'social', service: SocialService, address: config.SOCIAL_ADDR, token },
    context,
  );

  const queue = new Queue(redis, {
    searchMs: config.SEARCH_SECONDS * 1_000,
    absentMs: config.ABSENT_SECONDS * 1_000,
    botAfterMs: config.BOT_AFTER_SECONDS * 1_000,
    leaseMs: config.LEASE_SECONDS * 1_000,
  });
  const neighbours = { room: room.calls, social: social.calls };
  const matchmaker = new Matchmaker(queue, neighbours, createPusher(nats), context.log);
  const search = new Search(queue, neighbours, matchmaker);
  const port = await serveRpc(
    {
      name: 'matchmaking',
      service: MatchmakingService,
      methods: methodsOf(access, handlers(search)),
      config,
    },
    context,
  );
  observeQueue(queue, context);
  startSweeps(matchmaker, context);
  return { port };
}

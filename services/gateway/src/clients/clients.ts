import type { UserId } from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import { RoomServiceDefinition } from '@fifteen/proto/room';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import { AppError, connectRpc, type Calls, type RpcClient, type ProcessContext } from '@fifteen/runtime';
import type { GatewayConfig } from '../config.ts';

/** Clients of the upstream services. */
export interface Clients {
  identity: Calls<typeof IdentityServiceDefinition>;
  economy: Calls<typeof EconomyServiceDefinition>;
  /** The game service, with its stream of moves. */
  game: RpcClient<typeof GameServiceDefinition>;
  room: Calls<typeof RoomServiceDefinition>;
  matchmaking: Calls<typeof MatchmakingServiceDefinition>;
  social: Calls<typeof SocialServiceDefinition>;
  leaderboard: Calls<typeof LeaderboardServiceDefinition>;
}

/** Creates all clients. They connect lazily. */
export function connectClients(config: GatewayConfig, context: ProcessContext): Clients {
  const token = config.RPC_TOKEN;
  const { calls: identity } = connectRpc(
    { name: 'identity', service: IdentityServiceDefinition, address: config.IDENTITY_ADDR, token },
    context,
  );
  const { calls: economy } = connectRpc(
    { name: 'economy', service: EconomyServiceDefinition, address: config.ECONOMY_ADDR, token },
    context,
  );
  const game = connectRpc(
    { name: 'game', service: GameServiceDefinition, address: config.GAME_ADDR, token },
    context,
  );
  const { calls: room } = connectRpc(
    { name: 'room', service: RoomServiceDefinition, address: config.ROOM_ADDR, token },
    context,
  );
  const { calls: matchmaking } = connectRpc(
    { name: 'matchmaking', service: MatchmakingServiceDefinition, address: config.MATCHMAKING_ADDR, token },
    context,
  );
  const { calls: social } = connectRpc(
    { name: 'social', service: SocialServiceDefinition, address: config.SOCIAL_ADDR, token },
    context,
  );
  const { calls: leaderboard } = connectRpc(
    { name: 'leaderboard', service: LeaderboardServiceDefinition, address: config.LEADERBOARD_ADDR, token },
    context,
  );
  return { identity, economy, game, room, matchmaking, social, leaderboard };
}

/** @throws USER_NOT_FOUND for an unknown or deleted user, or a computer player */
export async function assertUserExists(
  { identity }: Pick<Clients, 'identity'>,
  userId: UserId,
): Promise<void> {
  const { accounts } = await identity.getAccounts({ ids: [userId] });
  if (accounts.length === 0) throw new AppError('USER_NOT_FOUND');
}

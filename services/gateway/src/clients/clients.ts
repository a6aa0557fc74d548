import { EconomyService } from '@fifteen/proto/economy';
import { GameService } from '@fifteen/proto/game';
import { IdentityService } from '@fifteen/proto/identity';
import { LeaderboardService } from '@fifteen/proto/leaderboard';
import { MatchmakingService } from '@fifteen/proto/matchmaking';
import { RoomService } from '@fifteen/proto/room';
import { SocialService } from '@fifteen/proto/social';
import { AppError, connectRpc, type Calls, type RpcClient, type ProcessContext } from '@fifteen/runtime';
import type { GatewayConfig } from '../config.ts';

/** The services behind the gateway. */
export interface Clients {
  identity: Calls<typeof IdentityService>;
  economy: Calls<typeof EconomyService>;
  /** With its stream of moves. */
  game: RpcClient<typeof GameService>;
  room: Calls<typeof RoomService>;
  matchmaking: Calls<typeof MatchmakingService>;
  social: Calls<typeof SocialService>;
  leaderboard: Calls<typeof LeaderboardService>;
}

/** Connects to all of them, lazily. */
export function connectClients(config: GatewayConfig, context: ProcessContext): Clients {
  const token = config.RPC_TOKEN;
  const { calls: identity } = connectRpc(
    { name: 'identity', service: IdentityService, address: config.IDENTITY_ADDR, token },
    context,
  );
  const { calls: economy } = connectRpc(
    { name: 'economy', service: EconomyService, address: config.ECONOMY_ADDR, token },
    context,
  );
  const game = connectRpc({ name: 'game', service: GameService, address: config.GAME_ADDR, token }, context);
  const { calls: room } = connectRpc(
    { name: 'room', service: RoomService, address: config.ROOM_ADDR, token },
    context,
  );
  const { calls: matchmaking } = connectRpc(
    { name: 'matchmaking', service: MatchmakingService, address: config.MATCHMAKING_ADDR, token },
    context,
  );
  const { calls: social } = connectRpc(
    { name: 'social', service: SocialService, address: config.SOCIAL_ADDR, token },
    context,
  );
  const { calls: leaderboard } = connectRpc(
    { name: 'leaderboard', service: LeaderboardService, address: config.LEADERBOARD_ADDR, token },
    context,
  );
  return { identity, economy, game, room, matchmaking, social, leaderboard };
}

/** Errors: USER_NOT_FOUND, for who never was, is no more, or is a computer. */
export async function assertUserExists(
  { identity }: Pick<Clients, 'identity'>,
  userId: string,
): Promise<void> {
  const { accounts } = await identity.getAccounts({ ids: [userId] });
  if (accounts.length === 0) throw new AppError('USER_NOT_FOUND');
}

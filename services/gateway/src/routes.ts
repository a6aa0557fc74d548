import { authRoutes } from './account/auth-routes.ts';
import { emojiRoutes } from './game/emoji-routes.ts';
import { blockRoutes, chatRoutes, friendRoutes, userSearchRoutes } from './social/routes.ts';
import { giftRoutes } from './shop/gift-routes.ts';
import { systemRoutes, turnSeconds, userRoutes } from './players/routes.ts';
import { profileRoutes } from './account/profile-routes.ts';
import { awardRoutes, gameRoutes, matchmakingRoutes } from './game/routes.ts';
import { invitationRoutes, rematchRoutes, roomRoutes } from './rooms/routes.ts';
import { achievementRoutes, headToHeadRoutes, leaderboardRoutes, progressRoutes } from './progress/routes.ts';
import { shopRoutes } from './shop/routes.ts';

type Deps = Parameters<typeof authRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof gameRoutes>[0] &
  Parameters<typeof profileRoutes>[0] &
  Parameters<typeof roomRoutes>[0] &
  Parameters<typeof friendRoutes>[0] &
  Parameters<typeof emojiRoutes>[0] &
  Parameters<typeof giftRoutes>[0] &
  Parameters<typeof achievementRoutes>[0] &
  Parameters<typeof shopRoutes>[0] & { supportEmail: string };

/** Every call that is served, by group and name as in the contract. */
export function handlersOf(deps: Deps) {
  const users = userRoutes(deps);
  return {
    auth: authRoutes(deps),
    system: systemRoutes(deps.supportEmail, deps.presence, turnSeconds(deps.clients)),
    users,
    profile: {
      ...profileRoutes(deps),
      ...userSearchRoutes(deps),
      player: users.get,
      frame: async (incoming: Parameters<typeof users.get>[0]) => ({
        activeFrameId: (await users.get(incoming)).activeFrameId,
      }),
    },
    matchmaking: matchmakingRoutes(deps),
    games: gameRoutes(deps),
    rooms: roomRoutes(deps),
    invitations: invitationRoutes(deps),
    playAgain: rematchRoutes(deps),
    coins: awardRoutes(deps),
    friends: { ...friendRoutes(deps), ...headToHeadRoutes(deps) },
    chat: chatRoutes(deps),
    blocks: blockRoutes(deps),
    emojis: emojiRoutes(deps),
    shop: shopRoutes(deps),
    gifts: giftRoutes(deps),
    achievements: achievementRoutes(deps),
    leaderboard: leaderboardRoutes(deps),
    progress: progressRoutes(deps),
  };
}

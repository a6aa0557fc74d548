import { authHandlers } from './auth.ts';
import { emojiHandlers } from './emojis.ts';
import { blockHandlers, chatHandlers, friendHandlers, searchHandlers } from './friends.ts';
import { giftHandlers } from './gifts.ts';
import { systemHandlers, turnSeconds, userHandlers } from './people.ts';
import { profileHandlers } from './profile.ts';
import { coinHandlers, gameHandlers, matchmakingHandlers } from './play.ts';
import { invitationHandlers, playAgainHandlers, roomHandlers } from './rooms.ts';
import {
  achievementHandlers,
  headToHeadHandlers,
  leaderboardHandlers,
  progressHandlers,
} from './progress.ts';
import { shopHandlers } from './shop.ts';

type Parts = Parameters<typeof authHandlers>[0] &
  Parameters<typeof userHandlers>[0] &
  Parameters<typeof gameHandlers>[0] &
  Parameters<typeof profileHandlers>[0] &
  Parameters<typeof roomHandlers>[0] &
  Parameters<typeof friendHandlers>[0] &
  Parameters<typeof emojiHandlers>[0] &
  Parameters<typeof giftHandlers>[0] &
  Parameters<typeof achievementHandlers>[0] &
  Parameters<typeof shopHandlers>[0] & { supportEmail: string };

/** Every call that is served, by group and name as in the contract. */
export function handlersOf(parts: Parts) {
  const users = userHandlers(parts);
  return {
    auth: authHandlers(parts),
    system: systemHandlers(parts.supportEmail, parts.presence, turnSeconds(parts.neighbours)),
    users,
    profile: {
      ...profileHandlers(parts),
      ...searchHandlers(parts),
      player: users.get,
      frame: async (incoming: Parameters<typeof users.get>[0]) => ({
        activeFrameId: (await users.get(incoming)).activeFrameId,
      }),
    },
    matchmaking: matchmakingHandlers(parts),
    games: gameHandlers(parts),
    rooms: roomHandlers(parts),
    invitations: invitationHandlers(parts),
    playAgain: playAgainHandlers(parts),
    coins: coinHandlers(parts),
    friends: { ...friendHandlers(parts), ...headToHeadHandlers(parts) },
    chat: chatHandlers(parts),
    blocks: blockHandlers(parts),
    emojis: emojiHandlers(parts),
    shop: shopHandlers(parts),
    gifts: giftHandlers(parts),
    achievements: achievementHandlers(parts),
    leaderboard: leaderboardHandlers(parts),
    progress: progressHandlers(parts),
  };
}

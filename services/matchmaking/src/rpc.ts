import { SearchStatus, type MatchmakingService } from '@fifteen/proto/matchmaking';
import type { Access, Handlers } from '@fifteen/runtime';
import type { Entered } from './queue.ts';
import type { Search } from './search.ts';

/** People reach the queue through the gateway only. */
export const access: Access<typeof MatchmakingService> = {
  join: ['gateway'],
  leave: ['gateway'],
  keepAlive: ['gateway'],
};

const STATUS = {
  waiting: SearchStatus.WAITING,
  matched: SearchStatus.MATCHED,
  over: SearchStatus.OVER,
} as const satisfies Record<Entered, SearchStatus>;

export const handlers = (search: Search): Handlers<typeof MatchmakingService> => ({
  join: async ({ userId, bet, computer, again }) => ({
    status: STATUS[await search.join(userId, bet, { computer, again })],
  }),
  leave: async ({ userId }) => ({ matched: (await search.leave(userId)) === 'matched' }),
  keepAlive: async ({ userIds }) => {
    const { absent, offered } = await search.keepAlive(userIds);
    return { absentUserIds: absent, offeredUserIds: offered };
  },
});

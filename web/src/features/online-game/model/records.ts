import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';

const RECORDS = 'player-record';

/** The query for wins, losses and draws of a player. */
export const recordOf = (userId: string) => ({
  queryKey: [RECORDS, userId],
  queryFn: () => api.users.stats({ params: { id: userId } }),
});

/** Refetches the records at the board, which a finished game has changed. */
export const refreshRecords = (): void => void queryClient.invalidateQueries({ queryKey: [RECORDS] });

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { sameUserCheck } from '@/entities/session/session.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { toast } from '@/lib/toast.ts';

const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: async ({ signal }): Promise<PlayerSummary[]> => (await api.blocks.list({ signal })).users,
});

/** Returns the blocked players. */
export const useBlocked = () => useQuery(blocksQuery);

/** Whether the user blocks a player; undefined while unknown. */
export const useIsBlocked = (userId: string): boolean | undefined =>
  useBlocked().data?.some(({ id }) => id === userId);

/** Toggles the block of a player (docs/spec/around-play.md#around-4.3). `onBlocked` ends chats and friendship. */
export const useBlocking = (player: PlayerSummary, onBlocked?: () => void) =>
  useMutation({
    mutationFn: (block: boolean) => api.blocks[block ? 'block' : 'unblock']({ params: { id: player.id } }),
    onMutate: sameUserCheck,
    onSuccess(_, block, isSameUser) {
      if (!isSameUser()) return;
      queryClient.setQueryData(blocksQuery.queryKey, (known = []) => {
        const others = known.filter(({ id }) => id !== player.id);
        return block ? [player, ...others] : others;
      });
      toast({ title: t(block ? 'blocks.blocked' : 'blocks.unblocked'), tone: 'ok' });
      if (block) onBlocked?.();
    },
    onError: (error, _, isSameUser) => isSameUser?.() && notifyError(error),
  });

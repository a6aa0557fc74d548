import type { Achievement } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/lib/api.ts';
import { failsOffline, queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';

/** Refetches the list this long after a sync (docs/spec/around-play.md#around-4.2); milliseconds. */
const REFETCH_AFTER = [100, 500, 1_000];

const keyOf = (userId: string) => ['achievements', userId];

/** Returns the unlocked achievements of a player; the own ones are synced first. */
export function useAchievements(userId: string, own: boolean) {
  useEffect(() => {
    if (!own) return undefined;
    let timers: ReturnType<typeof setTimeout>[] = [];
    let over = false;
    const refetch = () => void queryClient.invalidateQueries({ queryKey: keyOf(userId) });
    api.achievements
      .sync()
      .then(() => {
        if (!over) timers = REFETCH_AFTER.map((wait) => setTimeout(refetch, wait));
      })
      // After a failed sync, the list shows what is known.
      .catch(() => undefined);
    return () => {
      over = true;
      timers.forEach(clearTimeout);
    };
  }, [userId, own]);
  return useQuery<Achievement[]>({
    queryKey: keyOf(userId),
    queryFn: () => (own ? api.achievements.own() : api.achievements.of({ params: { userId } })),
    staleTime: 0,
    ...failsOffline,
  });
}

/** Equips the border of an achievement, or none. */
export async function equipBorder(
  achievementType: Parameters<typeof api.achievements.selectBorder>[0]['body']['achievementType'],
): Promise<void> {
  await api.achievements.selectBorder({ body: { achievementType } });
  await refreshUser();
}

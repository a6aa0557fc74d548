import type { Achievement } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';

/** After a sync the list is asked for again so much later (docs/spec/around-play.md#around-4.2). */
const REFETCH_AFTER = [100, 500, 1_000];

const keyOf = (userId: string) => ['achievements', userId];

/** What a player has unlocked; of the user it is computed again first. */
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
      // What is known is shown all the same.
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
  });
}

/** Has equipped the border of an achievement, or none. */
export async function equipBorder(
  achievementType: Parameters<typeof api.achievements.selectBorder>[0]['body']['achievementType'],
): Promise<void> {
  await api.achievements.selectBorder({ body: { achievementType } });
  await refreshUser();
}

import type { LevelUp, RankResult } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';

const levelUpsKey = ['level-ups'];
const rankKey = ['rank-popup'];

/** Level-ups that were shown on this visit: one whose acknowledgement fails stays in the list of the server. */
const useSeenLevelUps = create<{ ids: readonly string[] }>()(() => ({ ids: [] }));

/** Returns the oldest unseen level-up. */
export function useLevelUp(): LevelUp | undefined {
  const { data } = useQuery({ queryKey: levelUpsKey, queryFn: () => api.progress.levelUps() });
  const { ids } = useSeenLevelUps();
  return data?.find(({ id }) => !ids.includes(id));
}

/** Handles a new level. */
export function levelReached(): void {
  void queryClient.invalidateQueries({ queryKey: levelUpsKey });
  void refreshUser();
}

/** Refetches level-ups and the results of weeks, since pushes may have been missed. */
export function refetchProgress(): void {
  for (const queryKey of [levelUpsKey, rankKey]) void queryClient.invalidateQueries({ queryKey });
}

/** Hides a level-up for this visit, acknowledges it, and refetches (docs/spec/around-play.md#around-4.2). */
export async function seenLevelUp({ id }: LevelUp): Promise<void> {
  useSeenLevelUps.setState(({ ids }) => ({ ids: [...ids, id] }));
  try {
    await api.progress.acknowledge({ params: { id } });
    await queryClient.invalidateQueries({ queryKey: levelUpsKey });
  } catch {
    // If the call fails, it is shown once more at the next visit, which is harmless.
  }
}

/** Returns the oldest unseen result of a past week; `failed` for an error of the server. Being offline is no failure. */
export function useRankResult(): { result: RankResult | null; failed: boolean } {
  const { data, error } = useQuery({ queryKey: rankKey, queryFn: () => api.progress.rankPopup() });
  return {
    result: data?.hasPendingPopup ? data.rankData : null,
    failed: error instanceof ApiError && error.status > 0,
  };
}

/** Marks the result of a week as seen, and asks for the next one. */
export async function seenRank({ weekNumber, year }: RankResult): Promise<void> {
  await api.progress.rankSeen({ body: { weekNumber, year } });
  await queryClient.invalidateQueries({ queryKey: rankKey });
}

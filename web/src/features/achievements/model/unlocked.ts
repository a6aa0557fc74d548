import type { Achievement } from '@fifteen/contract';
import { t } from 'i18next';
import { create } from 'zustand';
import { isText, loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { toast } from '@/lib/toast.ts';

/** The achievements that a game brought, for its result. */
interface GameAchievements {
  gameId: string | null;
  types: readonly string[];
}

export const useGameAchievements = create<GameAchievements>()(() => ({ gameId: null, types: [] }));

/**
 * Announces a new achievement: in the result of a game, else in a notice.
 * @param gameId the game whose result is shown or about to be; null without one
 */
export async function notifyAchievement(
  { achievementType }: Achievement,
  gameId: string | null,
): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['achievements'] });
  void refreshUser();
  if (gameId !== null) {
    useGameAchievements.setState((before) => ({
      gameId,
      types: before.gameId === gameId ? [...before.types, achievementType] : [achievementType],
    }));
    return;
  }
  await loadLaterTexts();
  const name = `achievements.items.${achievementType}.name`;
  toast({
    title: t('achievements.notification'),
    description: isText(name) ? t(name) : undefined,
    tone: 'ok',
    event: true,
  });
}

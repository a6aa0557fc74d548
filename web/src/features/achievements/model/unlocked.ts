import type { Achievement } from '@fifteen/contract';
import { laterTexts, t } from '@/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/lib/session.ts';
import { toast } from '@/ui/toast.ts';

/** Shows an achievement that was unlocked just now. */
export async function achieved({ achievementType }: Achievement): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['achievements'] });
  void refreshUser();
  await laterTexts();
  toast({
    title: t('achievements.news'),
    description: t(`achievements.items.${achievementType}.name`),
    tone: 'ok',
    event: true,
  });
}

import type { Achievement } from '@fifteen/contract';
import { t } from 'i18next';
import { isText, laterTexts } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { refreshUser } from '@/entities/session/session.ts';
import { toast } from '@/lib/toast.ts';

/** Announces a new achievement. */
export async function notifyAchievement({ achievementType }: Achievement): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['achievements'] });
  void refreshUser();
  await laterTexts();
  const name = `achievements.items.${achievementType}.name`;
  toast({
    title: t('achievements.notification'),
    description: isText(name) ? t(name) : undefined,
    tone: 'ok',
    event: true,
  });
}

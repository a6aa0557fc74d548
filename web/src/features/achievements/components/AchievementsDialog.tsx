import type { Achievement } from '@fifteen/contract';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { explainError } from '@/lib/errors.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { AchievementMedal } from '@/components/achievements/AchievementMedal.tsx';
import type { AchievementType } from '@/components/achievements/catalogue.ts';
import { groups } from '../model/catalogue.ts';
import { useAchievements } from '../api.ts';

interface AchievementsDialogProps {
  userId: string;
  /** Name of the player, unless it is the user. */
  name?: string;
  /** Renders the border picker above the list, once the unlocked achievements are known. */
  picker?: (unlocked: ReadonlySet<string>) => ReactNode;
  onClose: () => void;
}

/** All achievements, and which of them a player has unlocked (docs/spec/around-play.md#around-2.6). */
export function AchievementsDialog({ userId, name, picker, onClose }: AchievementsDialogProps) {
  const { t } = useTranslation();
  const query = useAchievements(userId, name === undefined);
  const { data, refetch, isFetching } = query;
  const error = useLoadError(query);
  const unlocked = new Map((data ?? []).map((one) => [one.achievementType, one]));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={name === undefined ? t('achievements.title') : t('achievements.of', { name })}
      description={data && t('achievements.count', { count: unlocked.size })}
    >
      {!data && !error && <Loading className="my-10" />}
      {!data && error && (
        <div role="alert" className="grid justify-items-center gap-4 py-10 text-center">
          <p>{explainError(error).text}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('app.error.retry')}
          </Button>
        </div>
      )}
      {data && (
        <div className="grid gap-6">
          <p className="text-14 text-muted">{t('achievements.note')}</p>
          {picker?.(new Set(unlocked.keys()))}
          {groups.map(([group, types]) => (
            <section key={group} className="grid gap-3">
              <h3 className="font-display text-16 font-semibold">{t(`achievements.groups.${group}`)}</h3>
              <ul className="grid gap-2 tablet:grid-cols-2">
                {types.map((type) => (
                  <Item key={type} type={type} unlocked={unlocked.get(type)} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Item({ type, unlocked }: { type: AchievementType; unlocked: Achievement | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li
      className={cx(
        'flex items-start gap-3 rounded-control border p-3',
        unlocked ? 'border-(--border-subtle) bg-raised' : 'border-dashed border-(--border-subtle)',
      )}
    >
      {unlocked ? (
        <AchievementMedal type={type} />
      ) : (
        <span className="grid size-12 shrink-0 place-items-center rounded-chip bg-raised text-muted">
          <Lock aria-hidden size={18} />
        </span>
      )}
      <span className="grid min-w-0 gap-0.5">
        <span className="text-14 font-semibold">{t(`achievements.items.${type}.name`)}</span>
        <span className="text-13 text-muted">{t(`achievements.items.${type}.text`)}</span>
        <span className={cx('text-13', unlocked ? 'text-ok' : 'text-muted')}>
          {unlocked
            ? t('achievements.unlocked', { date: format.date(new Date(unlocked.unlockedAt)) })
            : t('achievements.locked')}
        </span>
      </span>
    </li>
  );
}

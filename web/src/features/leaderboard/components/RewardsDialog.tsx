import { WEEKLY_ENTRIES, WEEKLY_REWARDS } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';

/** First and last rank of each reward. */
const rows = WEEKLY_REWARDS.map(({ below, coins }, index) => ({
  first: WEEKLY_REWARDS[index - 1]?.below ?? 1,
  last: below - 1,
  coins,
}));

/** The rewards of a week by rank (docs/spec/around-play.md#around-9.2). */
export function RewardsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('leaderboard.rewards.title', { count: WEEKLY_ENTRIES })}
      description={t('leaderboard.rewards.text')}
    >
      <dl className="grid gap-2">
        {rows.map(({ first, last, coins }) => (
          <div
            key={first}
            className="flex min-h-12 items-center justify-between gap-4 rounded-control bg-raised px-4"
          >
            <dt className="text-14 font-semibold">
              {first === last
                ? t('leaderboard.rewards.rank', { rank: first })
                : t('leaderboard.rewards.ranks', { first, last })}
            </dt>
            <dd className="numeral flex items-center gap-2 font-semibold">
              <Coin className="size-5" />
              {format.coins(coins)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mbs-4 text-14 text-muted">{t('leaderboard.rewards.rules')}</p>
    </Dialog>
  );
}

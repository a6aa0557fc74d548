import type { RankResult } from '@fifteen/contract';
import { WEEKLY_ENTRIES } from '@fifteen/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { RankMedal, type Tier } from './RankMedal.tsx';
import styles from './Progress.module.css';

/** From the press to the end of the dialog (docs/spec/around-play.md#around-9.6); milliseconds. */
const CLOSE_AFTER = 500;

function tierOf({ finalRank: rank, weeklyWins }: RankResult): Tier {
  // In a week of few winners, such a player has a high rank without having been on the leaderboard.
  if (weeklyWins === 0) return 'rest';
  if (rank === 1) return 'champion';
  if (rank === 2) return 'second';
  if (rank === 3) return 'third';
  if (rank <= 10) return 'top10';
  return rank <= WEEKLY_ENTRIES ? 'top50' : 'rest';
}

interface RankDialogProps {
  result: RankResult;
  /** Marks the result as seen. */
  onSeen: () => Promise<void>;
  onClose: () => void;
}

/** The result of a week for the user. */
export function RankDialog({ result, onSeen, onClose }: RankDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [leaving, setLeaving] = useState(false);
  const { finalRank, weeklyWins, weeklyGames, coinsEarned, rewardReceived, rewardAmount } = result;
  const tier = tierOf(result);
  const rewarded = finalRank <= WEEKLY_ENTRIES && rewardReceived;
  const { noRewardReason: reason, opponents: had, opponentsNeeded: needed } = result;
  const figures = [
    [t('home.wins'), format.number(weeklyWins)],
    [t('progress.rank.games'), format.number(weeklyGames)],
    [
      t(coinsEarned < 0 ? 'progress.rank.lost' : 'progress.rank.earned'),
      format.short(Math.abs(coinsEarned), 10_000),
    ],
  ];

  function dismiss(): void {
    if (leaving) return;
    setLeaving(true);
    onSeen().catch(() => toast({ title: t('progress.rank.failed'), tone: 'error' }));
    setTimeout(onClose, CLOSE_AFTER);
  }

  return (
    <Dialog
      open
      onClose={dismiss}
      title={t(`progress.rank.tiers.${tier}.title`)}
      description={t('progress.rank.week', { week: result.weekNumber, year: String(result.year) })}
      footer={
        <Button variant="primary" size="lg" className="flex-1" busy={leaving} onClick={dismiss}>
          {t('progress.rank.go')}
        </Button>
      }
    >
      <div className={cx('grid justify-items-center gap-5 py-2 text-center', leaving && styles.leaving)}>
        <RankMedal rank={finalRank} tier={tier} />
        <p className="text-20 font-semibold">{t('progress.rank.place', { rank: finalRank })}</p>
        <p className="text-balance text-muted">{t(`progress.rank.tiers.${tier}.text`)}</p>
        {rewarded && (
          <p className="numeral flex items-center gap-2 rounded-chip bg-raised px-4 py-2 text-20 font-semibold">
            <Coin className="size-6" />
            {t('progress.rank.reward', { amount: rewardAmount })}
          </p>
        )}
        {(reason === 'wins' || reason === 'rejected') && (
          <p className="font-semibold text-balance">{t(`progress.rank.noReward.${reason}`)}</p>
        )}
        {reason === 'opponents' && had !== undefined && needed !== undefined && (
          <p className="font-semibold text-balance">
            {t('progress.rank.noReward.opponents', { had, needed })}
          </p>
        )}
        <dl className="grid w-full grid-cols-3 gap-2">
          {figures.map(([label, value]) => (
            <div key={label} className="flex min-w-0 flex-col-reverse rounded-control bg-raised p-3">
              <dt className="text-13 text-muted">{label}</dt>
              <dd className="numeral text-20 leading-tight font-light">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-14 text-muted">
          {t(tier === 'top50' || tier === 'rest' ? 'progress.rank.next' : 'progress.rank.defend')}
        </p>
      </div>
    </Dialog>
  );
}

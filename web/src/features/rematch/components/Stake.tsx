import type { Side } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { coinsShort } from '@/lib/coins.ts';

interface StakeProps {
  bet: number;
  coins: number;
  /** The user's next side; null while the last game is unknown. */
  side: Side | null;
}

/** The terms of a rematch: stake and side. */
export function Stake({ bet, coins, side }: StakeProps) {
  const { t } = useTranslation();
  const short = coinsShort(bet, coins);
  return (
    <div className="flex items-start gap-2">
      {bet > 0 && <Coin className="mbs-0.5 size-[18px] shrink-0" />}
      <p className="min-w-0">
        {bet > 0 ? t('rematch.stake', { count: bet }) : t('rematch.friendly')}{' '}
        {side && t('rematch.side', { side })}
        {bet > 0 && (
          <span
            data-balance={short === 0 || undefined}
            className={short > 0 ? 'block text-danger' : 'block text-muted'}
          >
            {short > 0 ? t('rematch.short', { count: short }) : t('rematch.balance', { count: coins })}
          </span>
        )}
      </p>
    </div>
  );
}

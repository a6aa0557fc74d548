import type { ClientConfig } from '@fifteen/contract';
import { AI_AWARDS_A_DAY, AI_WIN_AWARD, WEEKLY_REWARDS } from '@fifteen/domain';
import { useQuery } from '@tanstack/react-query';
import { Mail, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import styles from './Shop.module.css';

const best = WEEKLY_REWARDS[0].coins;
/** Settings of the server, which do not change during a visit. */
const config = {
  queryKey: ['client-config'],
  queryFn: (): Promise<ClientConfig> => api.system.clientConfig(),
  staleTime: Infinity,
};

/** Ways to get coins: by playing, or from support, who sell them outside the app. */
export function EarnCard() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(config);
  return (
    <Card aria-labelledby="earn" className={`grid gap-4 tablet:p-6 ${styles.earn}`}>
      <CardHead icon={Sparkles} id="earn" title={t('shop.earn.title')}>
        <ul className="mbs-1 list-disc ps-4 text-muted">
          <li>{t('shop.earn.ai', { amount: data?.aiWinReward ?? AI_WIN_AWARD, games: AI_AWARDS_A_DAY })}</li>
          <li>{t('shop.earn.bets')}</li>
          <li>{t('shop.earn.weekly', { amount: best })}</li>
        </ul>
      </CardHead>
      {/* Coins are sold by e-mail only: without the address there is nothing to offer. */}
      {data && (
        <div className="grid gap-2">
          <h3 className="text-14 font-semibold">{t('shop.earn.buy')}</h3>
          <ul className="grid gap-2 tablet:grid-cols-2">
            {data.coinPrices.map(({ coins, rupees, discountPercent }) => (
              <li
                key={coins}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised p-3"
              >
                <span className="text-14">{t('shop.earn.coins', { amount: coins })}</span>
                <span className="flex flex-1 items-center justify-end gap-2">
                  {discountPercent > 0 && (
                    <Badge className="bg-surface text-ok">
                      {t('shop.earn.off', { percent: discountPercent })}
                    </Badge>
                  )}
                  <span dir="ltr" className="numeral font-semibold">
                    ₹{format.coins(rupees)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap items-center gap-x-2 text-14 text-muted">
            {t('shop.earn.contact')}
            <a
              href={`mailto:${data.supportEmail}`}
              dir="ltr"
              className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 font-semibold wrap-anywhere text-accent underline underline-offset-4"
            >
              <Mail aria-hidden size={16} />
              {data.supportEmail}
            </a>
          </p>
        </div>
      )}
    </Card>
  );
}

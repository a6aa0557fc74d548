import { useTranslation } from 'react-i18next';
import { useSession } from './session.ts';

/**
 * Returns why the signed-in player may not bet an amount: the server may limit the bets of new players
 * (`User.stakeLimit`). Undefined for allowed bets.
 */
export function useStakeLimit(): (bet: number) => string | undefined {
  const { t } = useTranslation();
  const limit = useSession().user?.stakeLimit;
  return (bet) =>
    limit && bet > limit.coins
      ? t('errors.codes.STAKE_LIMIT', { amount: limit.coins, count: limit.games })
      : undefined;
}

import { useTranslation } from 'react-i18next';
import { useSession } from './session.ts';

/**
 * Returns why the signed-in player may not bet an amount yet: the server limits the bets of new players where it is set so
 * (`User.stakeLimit`). Undefined where the player may.
 */
export function useStakeLimit(): (bet: number) => string | undefined {
  const { t } = useTranslation();
  const limit = useSession().user?.stakeLimit;
  return (bet) =>
    limit && bet > limit.coins
      ? t('errors.codes.STAKE_LIMIT', { amount: limit.coins, games: limit.games })
      : undefined;
}

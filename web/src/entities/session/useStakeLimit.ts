import { explainError } from '@/lib/errors.ts';
import { useSession } from './session.ts';

/**
 * Returns why the signed-in player may not bet an amount: the server may limit the bets of new players
 * (`User.stakeLimit`). Undefined for allowed bets.
 */
export function useStakeLimit(): (bet: number) => string | undefined {
  const limit = useSession().user?.stakeLimit;
  return (bet) =>
    limit && bet > limit.coins ? explainError({ code: 'STAKE_LIMIT', details: limit }).text : undefined;
}

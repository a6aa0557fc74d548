import { QUICK_MATCH_BETS } from '@fifteen/contract/constants';
import { useId } from 'react';
import { Coin } from '@/art/Coin.tsx';
import { useFormat } from '@/i18n/format.ts';
import { useTranslation } from '@/i18n/i18n.ts';
import { type Bet, coinsNeeded } from '../model/search.ts';
import styles from './Match.module.css';

const names = { 0: 'friendly', 5_000: 'starter', 1_000_000: 'pro' } as const satisfies Record<Bet, string>;

interface BetChoiceProps {
  coins: number;
  value: Bet;
  onChange: (bet: Bet) => void;
}

/** What to play for. A bet that cannot be paid is shown and says what is missing. */
export function BetChoice({ coins, value, onChange }: BetChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mbe-2 text-14 text-muted">{t('matchmaking.bet.legend')}</legend>
      {QUICK_MATCH_BETS.map((bet) => {
        const short = coinsNeeded(bet) - coins;
        return (
          <label
            key={bet}
            className={styles.bet}
            data-on={bet === value || undefined}
            data-short={short > 0 || undefined}
          >
            <input
              type="radio"
              name={name}
              checked={bet === value}
              disabled={short > 0}
              aria-labelledby={`${name}-${bet} ${name}-${bet}-stake`}
              aria-describedby={`${name}-${bet}-note`}
              onChange={() => onChange(bet)}
              className={styles.input}
            />
            <span className="min-w-0 flex-1">
              <span id={`${name}-${bet}`} className="block font-display font-semibold">
                {t(`matchmaking.bet.${names[bet]}`)}
              </span>
              <span id={`${name}-${bet}-note`} className="block text-14 text-muted">
                {short > 0
                  ? t('matchmaking.bet.short', { count: short })
                  : t(`matchmaking.bet.${names[bet]}Text`)}
              </span>
            </span>
            <span id={`${name}-${bet}-stake`} className={styles.stake}>
              {bet === 0 ? (
                t('matchmaking.bet.free')
              ) : (
                <>
                  <Coin className="size-5" />
                  {format.coins(bet)}
                </>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

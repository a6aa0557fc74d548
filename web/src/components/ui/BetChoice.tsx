import type { User } from '@fifteen/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { coinsShort } from '@/lib/coins.ts';
import { explainError } from '@/lib/errors.ts';
import { cx } from './cx.ts';
import styles from './BetChoice.module.css';

interface BetChoiceProps<Bet extends number> {
  bets: readonly Bet[];
  /** The user's balance. */
  coins: number;
  /** The highest bet of a new player, and the games and opponents that lift the limit; undefined without a limit. */
  limit?: User['stakeLimit'];
  value: Bet;
  onChange: (bet: Bet) => void;
  /** Name of a bet for screen readers. */
  nameOf: (bet: Bet) => string;
  /** The stake as text. */
  stakeOf: (bet: Bet) => string;
  /** Title and text of a bet that can be paid; with it, each bet has a row of its own. */
  about?: (bet: Bet) => { title: string; text: string };
}

/** A choice of bets. Bets above the balance or the limit are disabled and say why. */
export function BetChoice<Bet extends number>(props: BetChoiceProps<Bet>) {
  const { bets, coins, limit, value, onChange, nameOf, stakeOf, about } = props;
  const { t } = useTranslation();
  const group = useId();

  /** Returns why a bet is disabled. */
  function obstacle(bet: Bet): string | undefined {
    if (limit && bet > limit.coins) return explainError({ code: 'STAKE_LIMIT', details: limit }).text;
    const short = coinsShort(bet, coins);
    return short > 0 ? t('quickMatch.bet.short', { count: short }) : undefined;
  }
  const lowest = about ? undefined : bets.find((bet) => obstacle(bet) !== undefined);

  function option(bet: Bet): ReactNode {
    const missing = obstacle(bet);
    const words = about?.(bet);
    const note = missing ?? words?.text;
    return (
      <label
        key={bet}
        className={cx(styles.bet, words ? styles.row : styles.tile)}
        data-on={bet === value || undefined}
        data-short={missing !== undefined || undefined}
        title={words ? undefined : missing}
      >
        <input
          type="radio"
          name={group}
          checked={bet === value}
          disabled={missing !== undefined}
          aria-label={nameOf(bet)}
          aria-describedby={note && `${group}-${bet}`}
          onChange={() => onChange(bet)}
          className={styles.input}
        />
        {words ? (
          <span className="min-w-0 flex-1">
            <span className="block font-display font-semibold">{words.title}</span>
            <span id={`${group}-${bet}`} className="block text-14 text-muted">
              {note}
            </span>
          </span>
        ) : (
          missing && (
            <span id={`${group}-${bet}`} hidden>
              {missing}
            </span>
          )
        )}
        <span className={styles.stake}>
          {bet > 0 && <Coin className="size-5" />}
          {stakeOf(bet)}
        </span>
      </label>
    );
  }

  return (
    <fieldset>
      <legend className="mbe-2 text-14 text-muted">{t('quickMatch.bet.legend')}</legend>
      <div className={about ? styles.rows : styles.tiles}>{bets.map(option)}</div>
      {lowest !== undefined && (
        <p className="mbs-2 text-14 text-muted">{[stakeOf(lowest), obstacle(lowest)].join(' · ')}</p>
      )}
    </fieldset>
  );
}

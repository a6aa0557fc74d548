import { t } from 'i18next';
import { useTranslation } from 'react-i18next';
import { forEachLanguage, intlLocale, memoize } from './numbers.ts';

const units = [
  { size: 1_000_000_000, letter: 'B' },
  { size: 1_000_000, letter: 'M' },
  { size: 1_000, letter: 'k' },
] as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Formatters {
  /** Formats a number. */
  number(value: number): string;
  /** Formats an amount of coins, grouped. */
  coins(value: number): string;
  /**
   * Shortens a count to one decimal and k, M or B (docs/spec/around-play.md#around-5.6): 1590 → 1.5k. Rounded up, a
   * balance would promise coins that are missing. Values below `from` (by default 1,000) are shown in full.
   */
  short(value: number, from?: number): string;
  /** Formats `wins` of `games` as a whole percentage; 0 % without games. */
  rate(wins: number, games: number): string;
  /** Formats seconds as `m:ss`. */
  clock(seconds: number): string;
  /**
   * Formats the time since an instant (docs/spec/around-play.md#around-5.6): "Just now" under a minute, then in
   * minutes, hours, days.
   */
  ago(then: Date, now: Date): string;
  /** Formats a duration in words: "45 seconds"; `short`: "45 sec". */
  duration(
    value: number,
    unit: 'millisecond' | 'second' | 'minute' | 'hour' | 'day',
    unitDisplay?: 'long' | 'short',
  ): string;
  /** Formats a date. */
  date(value: Date): string;
}

/** Returns the formatters of a language. */
export const formatters = forEachLanguage((code): Formatters => {
  const locale = intlLocale(code);
  const prose = memoize(() => new Intl.NumberFormat(locale));
  const whole = memoize(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const coins = (value: number) => whole().format(value);
  const tenths = memoize(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const percent = memoize(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  );
  const relative = memoize(() => new Intl.RelativeTimeFormat(locale));
  const day = memoize(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

  return {
    number: (value) => prose().format(value),
    coins,
    short(value, from = 1_000) {
      const size = Math.abs(value);
      const unit = size < from ? undefined : units.find((each) => size >= each.size);
      if (!unit) return coins(value);
      return `${tenths().format(Math.trunc(value / (unit.size / 10)) / 10)}${unit.letter}`;
    },
    rate: (wins, games) => percent().format(games > 0 ? wins / games : 0),
    clock(seconds) {
      const left = Math.max(0, Math.floor(seconds));
      return `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, '0')}`;
    },
    ago(then, now) {
      const seconds = Math.max(0, (now.getTime() - then.getTime()) / 1000);
      if (seconds < MINUTE) return t('common.justNow');
      if (seconds < HOUR) return relative().format(-Math.floor(seconds / MINUTE), 'minute');
      if (seconds < DAY) return relative().format(-Math.floor(seconds / HOUR), 'hour');
      return relative().format(-Math.floor(seconds / DAY), 'day');
    },
    duration: (value, unit, unitDisplay = 'long') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value),
    date: (value) => day().format(value),
  };
});

/** Returns the formatters of the current language. */
export function useFormat(): Formatters {
  return formatters(useTranslation().i18n.language);
}

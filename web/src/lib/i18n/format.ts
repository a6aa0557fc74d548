import { t } from 'i18next';
import { useTranslation } from 'react-i18next';
import { forEachLanguage, intlLocale, lazy } from './numbers.ts';

const units = [
  { size: 1_000_000_000, letter: 'B' },
  { size: 1_000_000, letter: 'M' },
  { size: 1_000, letter: 'k' },
] as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Formatters {
  /** A number in running text. */
  number(value: number): string;
  /** A whole amount of coins, grouped. */
  coins(value: number): string;
  /**
   * A count shortened to one decimal and k, M or B (docs/spec/around-play.md#around-5.6): 1500 → 1.5k. Values below
   * `from` (1,000 by default; some places say 10,000) stand in full.
   */
  short(value: number, from?: number): string;
  /** `wins` of `games` as a whole percentage; 0 % when there were none. */
  rate(wins: number, games: number): string;
  /** Seconds as a clock, `m:ss`. */
  clock(seconds: number): string;
  /** How long ago (docs/spec/around-play.md#around-5.6): "Just now" under a minute, then in minutes, hours, days. */
  ago(then: Date, now: Date): string;
  /** A number of milliseconds, seconds, minutes, hours or days in words: "45 seconds"; `short`: "45 sec". */
  duration(
    value: number,
    unit: 'millisecond' | 'second' | 'minute' | 'hour' | 'day',
    unitDisplay?: 'long' | 'short',
  ): string;
  /** A calendar day, as the language writes it. */
  date(value: Date): string;
}

/** The formatters of a language. */
export const formatters = forEachLanguage((code): Formatters => {
  const locale = intlLocale(code);
  const prose = lazy(() => new Intl.NumberFormat(locale));
  const whole = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
  const coins = (value: number) => whole().format(value);
  const tenths = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const percent = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const relative = lazy(() => new Intl.RelativeTimeFormat(locale));
  const day = lazy(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

  return {
    number: (value) => prose().format(value),
    coins,
    short(value, from = 1_000) {
      const size = Math.abs(value);
      // From 999.95 of a unit on, one decimal would round to 1000 of it: that is one of the next.
      const unit =
        size < from ? undefined : units.find((each) => size >= each.size * 0.99995 && size >= 1_000);
      return unit ? `${tenths().format(value / unit.size)}${unit.letter}` : coins(value);
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

/** The formatters of the language the page is in. */
export function useFormat(): Formatters {
  return formatters(useTranslation().i18n.language);
}

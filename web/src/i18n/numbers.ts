import { languageOf, type Locale } from '@/config/languages.ts';

/** What makes it when it is first wanted: Intl objects are slow to make, and few screens want more than one or two. */
export function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** What is made once for each language, when it is first wanted. Unknown codes are English. */
export function forEachLanguage<Made>(make: (code: Locale) => Made): (code: string) => Made {
  const made = new Map<Locale, Made>();
  return (wanted) => {
    const { code } = languageOf(wanted);
    const found = made.get(code) ?? make(code);
    made.set(code, found);
    return found;
  };
}

/** The locale tag of a language for `Intl`, with Latin digits in every language (docs/adr/0037). */
export const intlLocale = (code: Locale): string => `${code}-u-nu-latn`;

/** How a text may ask for its numbers: `{{count, number}}`, `{{amount, coins}}`. */
export interface Numbers {
  /** A number in running text. */
  number(value: number): string;
  /** A whole amount of coins, grouped. */
  coins(value: number): string;
}

export const numbersOf = forEachLanguage((code): Numbers => {
  const prose = lazy(() => new Intl.NumberFormat(intlLocale(code)));
  const whole = lazy(() => new Intl.NumberFormat(intlLocale(code), { maximumFractionDigits: 0 }));
  return { number: (value) => prose().format(value), coins: (value) => whole().format(value) };
});

import { languageOf, type Locale } from '@/lib/i18n/languages.ts';

/** Creates a value on first use: Intl objects are slow to create, and few screens need more than one or two. */
export function memoize<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** Creates a value once for each language, on first use. Unknown codes are English. */
export function forEachLanguage<Value>(create: (code: Locale) => Value): (code: string) => Value {
  const values = new Map<Locale, Value>();
  return (requested) => {
    const { code } = languageOf(requested);
    const value = values.get(code) ?? create(code);
    values.set(code, value);
    return value;
  };
}

/** The locale tag of a language for `Intl`, with Latin digits in every language (docs/adr/0037). */
export const intlLocale = (code: Locale): string => `${code}-u-nu-latn`;

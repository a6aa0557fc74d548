import { ar } from './ar.ts';
import { bn } from './bn.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import type { LocaleTexts } from './texts.ts';

const LOCALES: ReadonlyMap<string, LocaleTexts> = new Map(Object.entries({ en, bn, hi, es, id, ar }));

/** Returns the first supported language of an Accept-Language header, else `en`. */
export function chooseLocale(acceptLanguage: string): string {
  const requested = acceptLanguage
    .slice(0, 256)
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  return requested.find((language) => LOCALES.has(language)) ?? 'en';
}

/** Returns the texts of a supported language; English for any other. */
export const textsOf = (locale: string): LocaleTexts => LOCALES.get(locale) ?? en;

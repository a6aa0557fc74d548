import { ar } from './texts/ar.ts';
import { bn } from './texts/bn.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { hi } from './texts/hi.ts';
import { id } from './texts/id.ts';

/** What a mail says. `{code}` and `{name}` are filled in; subjects hold nothing that a person wrote. */
interface MailTexts {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  /** What to do about a mail nobody asked for. */
  readonly otherwise: string;
  /** Of the link to the page where one goes on. */
  readonly action: string;
}

/** All that is written in one language. */
export interface LocaleTexts {
  readonly direction: 'ltr' | 'rtl';
  readonly verify: MailTexts;
  readonly reset: MailTexts;
  readonly notice: MailTexts;
}

const LOCALES: ReadonlyMap<string, LocaleTexts> = new Map(Object.entries({ en, bn, hi, es, id, ar }));

/** The first language of an Accept-Language header that we write in; English otherwise. */
export function chooseLocale(accepted: string): string {
  const wished = accepted
    .slice(0, 256)
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase());
  return wished.find((language) => LOCALES.has(language)) ?? 'en';
}

/** The texts of a language of ours. */
export const textsOf = (locale: string): LocaleTexts => LOCALES.get(locale) ?? en;

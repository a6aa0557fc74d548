import type { Locale } from '../../domain/locale.ts';
import { ar } from './ar.ts';
import { bn } from './bn.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import type { LocaleTexts } from './texts.ts';

const TEXTS: Readonly<Record<Locale, LocaleTexts>> = { en, bn, hi, es, id, ar };

/** Returns the texts of a supported language; English for any other. */
export const textsOf = (locale: string): LocaleTexts =>
  Object.hasOwn(TEXTS, locale) ? TEXTS[locale as Locale] : en;

import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { languageOf, type Locale } from '@/config/languages.ts';
import { storage } from '@/lib/storage.ts';
import type { Messages } from './collect.ts';
import { formatters } from './format.ts';

type Loaders = Record<Locale, () => Promise<{ default: Messages }>>;

const loaders: Loaders = {
  en: () => import('./locales/en/index.ts'),
  ar: () => import('./locales/ar/index.ts'),
  bn: () => import('./locales/bn/index.ts'),
  hi: () => import('./locales/hi/index.ts'),
  es: () => import('./locales/es/index.ts'),
  id: () => import('./locales/id/index.ts'),
};

/** Texts of what nobody meets on the first page. */
const laterLoaders: Loaders = {
  en: () => import('./locales/en/later/index.ts'),
  ar: () => import('./locales/ar/later/index.ts'),
  bn: () => import('./locales/bn/later/index.ts'),
  hi: () => import('./locales/hi/later/index.ts'),
  es: () => import('./locales/es/later/index.ts'),
  id: () => import('./locales/id/later/index.ts'),
};

const NAMESPACE = 'translation';

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (locale: string, _namespace: string) => (await loaders[languageOf(locale).code]()).default,
};

/** The page follows the language: `lang`, `dir`, and the choice is kept for the next visit. */
function follow(locale: string): void {
  const { code, dir } = languageOf(locale);
  document.documentElement.lang = code;
  document.documentElement.dir = dir;
}

/**
 * Loads the kept language (English when there is none) and resolves when `t` can be used. Texts take
 * `{{count, number}}` (digits of the language) and `{{amount, coins}}` (Latin digits); see format.ts.
 */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', follow);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: languageOf(storage.read('language')).code,
      supportedLngs: Object.keys(loaders),
      // Every locale has every key (a test sees to it), so that a second locale is never loaded to fill gaps.
      fallbackLng: false,
      initAsync: false,
      defaultNS: NAMESPACE,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  const format = i18next.services.formatter;
  format?.add('number', (value, locale) => formatters(locale).number(Number(value)));
  format?.add('coins', (value, locale) => formatters(locale).coins(Number(value)));
}

let whole = false;

async function addLater(locale: string): Promise<void> {
  const { code } = languageOf(locale);
  const { default: messages } = await laterLoaders[code]();
  i18next.addResourceBundle(code, NAMESPACE, messages, true, true);
}

/** Makes the texts of `locales/<language>/later` known, also in every other language that is chosen from now on. */
export async function laterTexts(): Promise<void> {
  whole = true;
  await addLater(i18next.language);
}

/** Fetches a piece of the app together with the later texts. */
export async function withLaterTexts<Piece>(piece: Promise<Piece>): Promise<Piece> {
  const [fetched] = await Promise.all([piece, laterTexts()]);
  return fetched;
}

/** Switches the whole page to that language, once its texts are there, and remembers the choice. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  // A language of which something is known counts as loaded: the first page's texts have to come first.
  await i18next.loadLanguages(locale);
  if (whole) await addLater(locale);
  await i18next.changeLanguage(locale);
  storage.write('language', locale);
}

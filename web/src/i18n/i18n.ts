import { create } from 'zustand';
import { languageOf, type Locale } from '@/config/languages.ts';
import { persistently } from '@/lib/lazily.ts';
import { storage } from '@/lib/storage.ts';
import type { Messages } from './collect.ts';
import { forEachLanguage } from './numbers.ts';
import { type Translate, translator } from './translate.ts';

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

/** A language and its voice; as many texts as were wanted so far. */
const speakerOf = forEachLanguage((locale) => {
  const messages: Messages = {};
  return { locale, messages, t: translator(locale, messages) };
});

/**
 * The language on screen: `const { t, locale } = useTranslation()`. Texts take `{{name}}`, `{{count, number}}` and
 * `{{amount, coins}}` (always grouped).
 */
export const useTranslation = create(() => speakerOf('en'));

/** Says a text where there is no component to be drawn again when the language changes. */
export const t: Translate = (key, values) => useTranslation.getState().t(key, values);

/** Whether there is a text, for keys that are made of what a server sent. */
export const exists = (key: string): boolean => t(key) !== key;

interface Wish {
  locale: Locale;
  /** With the later texts. */
  whole: boolean;
}

let granted: Wish = { locale: 'en', whole: false };
/** What was wanted last. It is what will be shown, in whatever order the texts arrive. */
let wish = granted;
let granting = Promise.resolve();

async function grant(asked: Wish): Promise<void> {
  const { locale, whole } = asked;
  try {
    const files = await Promise.all([loaders[locale](), ...(whole ? [laterLoaders[locale]()] : [])]);
    if (asked !== wish) return await granting;
    const speaker = speakerOf(locale);
    Object.assign(speaker.messages, ...files.map((file) => file.default));
    document.documentElement.lang = locale;
    document.documentElement.dir = languageOf(locale).dir;
    granted = asked;
    useTranslation.setState(speaker, true);
  } catch (error) {
    if (asked === wish) wish = granted;
    throw error;
  }
}

/** Resolves when it is fulfilled, or a later wish that contains it. */
function want(change: Partial<Wish>): Promise<void> {
  wish = { ...wish, ...change };
  return (granting = grant(wish));
}

/** Loads the kept language (English when there is none); resolves when `t` can be used. */
export function startI18n(): Promise<void> {
  const { code } = languageOf(storage.read('language'));
  return persistently(() => want({ locale: code }));
}

/** Makes the texts of `locales/<language>/later` known, also in every other language that is chosen from now on. */
export function laterTexts(): Promise<void> {
  return wish.whole ? granting : want({ whole: true });
}

/** Fetches a piece of the app together with the later texts. */
export async function withLaterTexts<Piece>(piece: Promise<Piece>): Promise<Piece> {
  const [fetched] = await Promise.all([piece, laterTexts()]);
  return fetched;
}

/** Switches the whole page to that language, once its texts are there, and remembers the choice. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await want({ locale });
  storage.write('language', granted.locale);
}

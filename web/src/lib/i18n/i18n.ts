import i18next, { exists, type ParseKeys, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ApiError } from '@/lib/apiError.ts';
import { isolate } from '@/lib/i18n/isolate.ts';
import { languageOf, type Locale } from '@/lib/i18n/languages.ts';
import { withRetries } from '@/lib/lazyComponent.ts';
import { storage } from '@/lib/storage.ts';

/**
 * The two files of a language, each a chunk of the build: `first.json` has the texts of the sign-in page and of home,
 * `later.json` all others.
 */
type Namespace = 'first' | 'later';

const loaders = import.meta.glob<ResourceKey>('./locales/*/*.json', { import: 'default' });

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  ns: ['first'],
  defaultNS: 'first',
  fallbackNS: 'later',
  nsSeparator: false,
  initAsync: false,
  // React escapes texts: here, values are only isolated. Numbers have Latin digits in every language (docs/adr/0037).
  interpolation: { escape: isolate, defaultVariables: { numberingSystem: 'latn' } },
});

/** The namespaces that a language needs before it is shown. */
const requiredNamespaces = new Set<Namespace>(['first']);
/** The language that was requested last. It wins, in whatever order the texts arrive. */
let requested: Locale = 'en';

/**
 * Loads the missing namespaces of a language. A backend of i18next would change the language before its texts have
 * arrived, and never retry a failed file.
 */
async function load(locale: Locale): Promise<void> {
  const missing = [...requiredNamespaces].filter(
    (namespace) => !i18next.hasResourceBundle(locale, namespace),
  );
  if (missing.length === 0) return;
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = await loaders[`./locales/${locale}/${namespace}.json`]?.();
      i18next.addResourceBundle(locale, namespace, texts);
    }),
  );
  // Another namespace may have become necessary meanwhile.
  return load(locale);
}

async function show(locale: Locale): Promise<void> {
  requested = locale;
  try {
    await load(locale);
  } catch (error) {
    if (requested === locale) requested = languageOf(i18next.language).code;
    throw error;
  }
  if (requested !== locale) return show(requested);
  document.documentElement.lang = locale;
  document.documentElement.dir = i18next.dir(locale);
  // A change renders all components again, even to the same language.
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
}

/**
 * Whether a text exists, for keys that depend on values of the server.
 * @param values with `count` for texts with plural forms
 */
export const isText = (key: string, values?: { count: number }): key is ParseKeys =>
  exists(key, { returnObjects: false, ...values });

/** Loads the stored language (default English). Resolves when `t` can be used. */
export function startI18n(): Promise<void> {
  const { code } = languageOf(storage.read('language'));
  return withRetries(() => show(code));
}

/** Loads `locales/<language>/later.json`, now and with every language chosen from now on. */
export function loadLaterTexts(): Promise<void> {
  requiredNamespaces.add('later');
  return show(requested);
}

/** Loads a part of the app together with the later texts. */
export async function loadWithLaterTexts<Piece>(piece: Promise<Piece>): Promise<Piece> {
  const [loaded] = await Promise.all([piece, loadLaterTexts()]);
  return loaded;
}

/**
 * Switches to a language as soon as its texts are loaded, and stores the choice.
 * @throws ApiError NETWORK, NOT_LOADED
 */
export async function chooseLanguage(locale: Locale): Promise<void> {
  try {
    await show(locale);
  } catch (error) {
    throw ApiError.notLoaded(error);
  }
  storage.write('language', i18next.language);
}

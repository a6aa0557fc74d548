import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { languages, type Locale } from '@/lib/i18n/languages.ts';
/** A tree of texts: `t('auth.title')` finds `title` in `auth`. */
interface Messages {
  [key: string]: string | Messages;
}

const files = import.meta.glob<{ default: Messages }>('./locales/*/*.json', { eager: true });
const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Texts that are identical in that language by intention. */
const sameAsEnglish = new Set([
  'es:errors.title',
  'es:localGame.name.easy',
  'es:localGame.name.medium',
  'es:localGame.name.master',
  'es:shop.tabs.emojis',
  'es:shop.emoji.lightbulb.name',
  'es:shop.style.holi.name',
  'es:themes.halloween.name',
  'id:friends.offline',
  'id:friends.online',
  'id:gameHistory.online',
  'id:home.level',
  'id:localGame.name.easy',
  'id:localGame.name.medium',
  'id:localGame.name.hard',
  'id:localGame.name.master',
  'id:home.connection.good',
  'id:home.connection.offline',
  'id:home.mode.online',
  'id:achievements.border.grandmaster',
  'id:achievements.items.grandmaster.name',
  'id:home.menu.open',
  'id:settings.volume',
  'id:shop.style.holi.name',
  'id:shop.style.tulip.name',
  'id:themes.halloween.name',
  'id:themes.neon.name',
]);

const pluralSuffix = /_(zero|one|two|few|many|other)$/;

function flatten(messages: Messages, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The two files of a language: of the first page, and of all others. */
function filesOf(locale: Locale): Messages[] {
  return ['first', 'later'].map((name) => {
    const file = files[`./locales/${locale}/${name}.json`];
    if (!file) throw new Error(`no ${name} of ${locale}`);
    return file.default;
  });
}

const textsOf = (locale: Locale): Map<string, string> =>
  new Map(filesOf(locale).flatMap((messages) => flatten(messages)));

const english = textsOf('en');
const pluralBases = [...english.keys()]
  .filter((key) => key.endsWith('_other'))
  .map((key) => key.slice(0, -6));
const isPlural = (key: string) =>
  pluralBases.includes(key.replace(pluralSuffix, '')) && pluralSuffix.test(key);
const baseOf = (key: string) => (isPlural(key) ? key.replace(pluralSuffix, '') : key);

/** The placeholders of a text: `{{name}}`, `{{count, number}}`, and tags around its parts. */
const slots = (text: string) => [...new Set(text.match(/\{\{.*?\}\}|<\/?\w+\/?>/g) ?? [])].sort();

describe.each(languages.map(({ code }) => code))('the %s texts', (locale) => {
  const texts = textsOf(locale);

  it('has every key and no other, each plural in exactly the categories of the language', () => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const expectedKeys = [...english.keys()]
      .filter((key) => !isPlural(key))
      .concat(pluralBases.flatMap((base) => categories.map((category) => `${base}_${category}`)));
    expect([...texts.keys()].sort()).toEqual(expectedKeys.sort());
  });

  it('fills in what the English text fills in', () => {
    for (const [key, text] of texts) {
      const original = english.get(isPlural(key) ? `${baseOf(key)}_other` : key) ?? '';
      // "One player" needs no digit; every other form does.
      const mayOmitCount = /_(zero|one|two)$/.test(key) && isPlural(key);
      const expected = slots(original).filter(
        (slot) => !mayOmitCount || !slot.startsWith('{{count') || slots(text).includes(slot),
      );
      expect(slots(text), key).toEqual(expected);
    }
  });

  it('leaves nothing in English', () => {
    if (locale === 'en') return;
    const left = [...texts]
      .filter(([key, text]) => text === english.get(key) && /\p{L}/u.test(text.replace(/\{\{.*?\}\}/g, '')))
      .map(([key]) => key)
      .filter((key) => !sameAsEnglish.has(key) && !sameAsEnglish.has(`${locale}:${key}`));
    expect(left).toEqual([]);
  });

  it('writes numbers in Latin digits only', () => {
    expect([...texts].filter(([, text]) => /[^\P{Nd}0-9]/u.test(text)).map(([key]) => key)).toEqual([]);
  });

  it('calls the computer and the opponent by one word each', () => {
    // The English texts are those of the specification, which says "AI" in some of them.
    if (locale === 'en') return;
    const synonyms = /\b(AI|IA)\b|एआई|এআই|विरोधी|विरोधियों/u;
    expect([...texts].filter(([, text]) => synonyms.test(text)).map(([key]) => key)).toEqual([]);
  });

  it('weighs at most 14 KiB on the wire, each of its files', () => {
    for (const messages of filesOf(locale))
      expect(gzipSync(JSON.stringify(messages)).length).toBeLessThanOrEqual(14 * 1024);
  });

  it('has each feature in one file only', () => {
    const [first = {}, later = {}] = filesOf(locale);
    expect(Object.keys(first).filter((feature) => feature in later)).toEqual([]);
  });
});

describe('the keys in the source', () => {
  const features = new Set([...english.keys()].map((key) => key.split('.')[0]));
  const keys = new Set([...english.keys()].map(baseOf));
  const isKeyLike = (text: string) => /^[a-z]\w*(\.\w+)+$/i.test(text) && features.has(text.split('.')[0]);
  /** Returns a pattern of all keys that a template can produce: `themes.${key}.name`. */
  const patternOf = (template: string) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`);

  const literals = Object.entries(sources).flatMap(([path, source]) => [
    ...[...source.matchAll(/(['"])([^'"\n]*?)\1/g)]
      .filter((match) => isKeyLike(match[2] ?? ''))
      .map((match) => ({ path, text: match[2] ?? '', pattern: null })),
    ...[...source.matchAll(/`(?=[^`]*\$\{)([a-z]\w*\.(?:[\w.]|\$\{[^}`]*\})*)`/gi)]
      .filter((match) => features.has((match[1] ?? '').split('.')[0]))
      .map((match) => ({ path, text: match[1] ?? '', pattern: patternOf(match[1] ?? '') })),
  ]);

  it('all exist', () => {
    const missing = literals.filter(({ text, pattern }) =>
      pattern ? ![...keys].some((key) => pattern.test(key)) : !keys.has(text),
    );
    expect(missing.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  it('use every text there is', () => {
    const exact = new Set(literals.map(({ text }) => text));
    const patterns = literals.flatMap(({ pattern }) => pattern ?? []);
    const unused = [...keys].filter((key) => !exact.has(key) && !patterns.some((each) => each.test(key)));
    expect(unused).toEqual([]);
  });
});

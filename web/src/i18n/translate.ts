import type { Locale } from '@/config/languages.ts';
import type { Messages } from './collect.ts';
import { type Numbers, numbersOf } from './numbers.ts';

/** What a text is filled in with. `count` also chooses its plural form. */
type Values = Record<string, string | number | undefined>;

/** Says a text of the language on screen by its key; a key without a text says itself. */
export type Translate = (key: string, values?: Values) => string;

function find(messages: Messages, key: string): string | undefined {
  let found: Messages | string | undefined = messages;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const isFormat = (name: string | undefined): name is keyof Numbers => name === 'number' || name === 'coins';

/**
 * `t` of one language. Plurals are keys with the name of their form behind (`moves_one`, `moves_other`), chosen by
 * `count` and `Intl.PluralRules`. `messages` is read at every call: texts may be added to it.
 */
export function translator(locale: Locale, messages: Messages): Translate {
  const plurals = new Intl.PluralRules(locale);
  const numbers = numbersOf(locale);

  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? find(messages, `${key}_${plurals.select(count)}`) : undefined;
    const text = form ?? find(messages, key) ?? key;
    return text.replaceAll(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format?: string) => {
      const value = values[name] ?? '';
      return isFormat(format) ? numbers[format](Number(value)) : String(value);
    });
  };
}

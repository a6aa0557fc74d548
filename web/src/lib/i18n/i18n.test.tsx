import { languages } from '@/lib/i18n/languages.ts';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import i18next, { t } from 'i18next';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, isText, loadLaterTexts, startI18n } from './i18n.ts';

/** Returns `t` with the configuration of the page and texts of the test. */
function translator(locale: string, texts: object) {
  const instance = i18next.cloneInstance({ lng: locale, forkResourceStore: true });
  instance.addResourceBundle(locale, 'first', texts);
  return instance.t as unknown as (key: string, values?: object) => string;
}

describe('a text', () => {
  const say = translator('en', {
    table: { turn: '{{name}}, your turn', cell: 'Cell {{position}}', pair: '{{name}} and {{other}}' },
    count: '{{count, number}} of {{total, number}}',
    price: '{{amount, number}} coins',
  });

  it('is found by its path, and filled in', () => {
    expect(say('table.turn', { name: 'Ada' })).toBe('Ada, your turn');
    expect(say('table.cell', { position: 7 })).toBe('Cell 7');
    expect(say('table.turn', { name: undefined })).toBe(', your turn');
  });

  it('takes a value as it is, whatever that looks like', () => {
    expect(say('table.pair', { name: '{{other}}', other: '$&<b>' })).toBe('{{other}} and $&<b>');
    expect(say('table.cell', { position: '$t(table.turn)' })).toBe('Cell $t(table.turn)');
  });

  it('says its key when there is none', () => {
    for (const key of ['table.gone', 'gone.turn', 'table.turn.more', 'a: b']) expect(say(key)).toBe(key);
  });

  it('writes every number in Latin digits, grouped as the language groups them', () => {
    const texts = { count: '{{count, number}}', price: '{{amount, number}}' };
    expect(say('count', { count: 3, total: 12_345 })).toBe('3 of 12,345');
    expect(translator('ar', texts)('count', { count: 15 })).toBe('15');
    expect(translator('bn', texts)('count', { count: 15 })).toBe('15');
    expect(translator('ar', texts)('price', { amount: 1_000_000 })).toBe('1,000,000');
    expect(translator('es', texts)('price', { amount: 1_000_000 })).toBe('1.000.000');
  });

  it('isolates words on a page from right to left, where they would reorder the sentence', async () => {
    const quote = translator('ar', { quote: '«{{message}}»', count: '{{count, number}}-{{total, number}}' });
    await chooseLanguage('ar');
    expect(quote('quote', { message: 'Good luck!' })).toBe('«\u2068Good luck!\u2069»');
    expect(quote('count', { count: 5, total: 10 })).toBe('5-10');
    await chooseLanguage('en');
    expect(say('table.turn', { name: 'Ada' })).toBe('Ada, your turn');
  });
});

describe('a plural', () => {
  it.each([
    ['ar', { zero: [0], one: [1], two: [2], few: [3, 10, 103], many: [11, 99, 111], other: [100, 102, 0.5] }],
    ['es', { one: [1], many: [1_000_000], other: [0, 2, 1_000_001] }],
    ['hi', { one: [0, 1], other: [2, 10] }],
    ['bn', { one: [0, 1], other: [2, 10] }],
    ['en', { one: [1], other: [0, 2, 11] }],
    ['id', { other: [0, 1, 2] }],
  ] as const)('has the forms of %s', (locale, wanted) => {
    const forms = Object.keys(wanted).map((form) => [`moves_${form}`, form]);
    const say = translator(locale, Object.fromEntries(forms));
    for (const [form, counts] of Object.entries(wanted))
      for (const count of counts) expect(say('moves', { count }), `${count}`).toBe(form);
  });

  it('is the plain text where the text has no forms', () => {
    expect(translator('ar', { moves: '{{count}}!' })('moves', { count: 3 })).toBe('3!');
  });
});

describe('the language of the page', () => {
  beforeEach(async () => {
    localStorage.clear();
    await startI18n();
  });

  function Title() {
    const { t: say, i18n } = useTranslation();
    return (
      <h1>
        {i18n.language}: {say('auth.language')}
      </h1>
    );
  }

  it('is English until another was chosen, which is kept', async () => {
    expect(t('auth.language')).toBe('Language');
    await chooseLanguage('es');
    expect(localStorage.getItem('language')).toBe('es');
    await chooseLanguage('id');
    localStorage.setItem('language', 'es');
    await startI18n();
    expect(t('auth.language')).toBe('Idioma');
    localStorage.setItem('language', 'tlh');
    await startI18n();
    expect(t('auth.language')).toBe('Language');
  });

  it('draws everything again and turns the page around, in one step', async () => {
    render(<Title />);
    expect(screen.getByRole('heading')).toHaveTextContent('en: Language');
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('heading')).toHaveTextContent('ar: اللغة');
    expect(document.documentElement).toHaveAttribute('lang', 'ar');
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  });

  it('is the one chosen last, whichever texts come first', async () => {
    await Promise.all([chooseLanguage('hi'), chooseLanguage('bn'), chooseLanguage('id')]);
    expect(i18next.language).toBe('id');
    expect(localStorage.getItem('language')).toBe('id');
  });

  it('stays when the texts of another cannot be had', async () => {
    i18next.removeResourceBundle('ar', 'first');
    vi.doMock('./locales/ar/first.json', () => Promise.reject(new Error('offline')));
    vi.resetModules();
    const fresh = await import('./i18n.ts');
    await fresh.startI18n();
    await expect(fresh.chooseLanguage('ar')).rejects.toMatchObject({ code: 'NOT_LOADED' });
    expect(localStorage.getItem('language')).toBeNull();
    await fresh.loadLaterTexts();
    expect(t('auth.language')).toBe('Language');
    vi.doUnmock('./locales/ar/first.json');
  });

  it('has its later texts when something wants them, and so has every language chosen then', async () => {
    for (const { code } of languages) i18next.removeResourceBundle(code, 'later');
    vi.resetModules();
    const fresh = await import('./i18n.ts');
    await fresh.startI18n();
    expect(fresh.isText('tutorial.next')).toBe(false);
    // A user who waits for later texts gets them even if the language changes meanwhile.
    await Promise.all([fresh.loadLaterTexts(), fresh.chooseLanguage('es')]);
    expect(t('tutorial.next')).toBe('Siguiente');
    await fresh.chooseLanguage('en');
    expect(t('tutorial.next')).toBe('Next');
  });

  it('knows which texts there are', async () => {
    await loadLaterTexts();
    expect(isText('errors.titles.NETWORK')).toBe(true);
    expect(isText('errors.titles.TEAPOT')).toBe(false);
    expect(isText('errors.titles')).toBe(false);
    expect(isText('errors.codes.INSUFFICIENT_COINS', { count: 1 })).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { chooseLocale } from '../src/domain/locale.ts';

test.each([
  ['', 'en'],
  ['*', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['de-DE, ar-EG;q=0.9, en;q=0.1', 'ar'],
  ['HI', 'hi'],
  ['id-ID', 'id'],
  ['x'.repeat(100_000), 'en'],
])('the header %j chooses %s', (accepted, locale) => {
  expect(chooseLocale(accepted)).toBe(locale);
});

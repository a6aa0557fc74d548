import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { chooseLanguage, startI18n } from '@/lib/i18n/i18n.ts';
import { useBoardWords } from './boardWords.ts';

beforeAll(startI18n);
afterEach(() => chooseLanguage('en'));

const linesIn = async (language: 'en' | 'ar') => {
  await chooseLanguage(language);
  return renderHook(useBoardWords).result.current.lines[5];
};

it('isolates the cells of a line from text that runs from right to left', async () => {
  expect(await linesIn('en')).toMatch(/: 2-3-4-5, 5-10-15$/);
  expect(await linesIn('ar')).toMatch(/: \u20662-3-4-5\u2069، \u20665-10-15\u2069$/);
});

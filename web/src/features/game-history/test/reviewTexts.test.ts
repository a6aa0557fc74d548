import { renderHook } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseLanguage, loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { useReviewTexts } from '../components/useReviewTexts.ts';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterAll(() => chooseLanguage('en'));

const cellsIn = async (language: 'en' | 'ar') => {
  await chooseLanguage(language);
  return renderHook(useReviewTexts).result.current.betterCells([2, 7, 12]);
};

it('lists cells with the comma of the language', async () => {
  expect(await cellsIn('en')).toBe('Better: 2, 7, 12.');
  expect(await cellsIn('ar')).toBe('الأفضل: 2، 7، 12.');
});

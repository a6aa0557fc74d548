import type { ReviewedMove } from '@fifteen/domain';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { chooseLanguage, loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import type { SavedGame } from '@/lib/savedGames.ts';
import { useReviewTexts } from '../components/useReviewTexts.ts';
import { finishedLocal } from '../model/finished.ts';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => chooseLanguage('en'));

const cellsIn = async (language: 'en' | 'ar') => {
  await chooseLanguage(language);
  return renderHook(useReviewTexts).result.current.betterCells([2, 7, 12]);
};

it('lists cells with the comma of the language', async () => {
  expect(await cellsIn('en')).toBe('Better: 2, 7, 12.');
  expect(await cellsIn('ar')).toBe('الأفضل: 2، 7، 12.');
});

it('names the computer in a sentence without its level', () => {
  const saved = { id: 'local-game-1', mode: 'ai', difficulty: 'easy', own: 'X', endedAt: 5 } as const;
  const game = finishedLocal({ ...saved, moves: [2, 1, 7, 3, 12] } as SavedGame, {
    ...{ id: 'me', displayName: 'Mina', profileImageUrl: null },
  });
  const mistake: ReviewedMove = {
    ...{ ply: 2, side: 'O', position: 1, best: [8], turningPoint: true },
    before: { value: 'draw', distance: 14 },
    after: { value: 'loss', distance: 3 },
  };
  const { turningPoint } = renderHook(useReviewTexts).result.current;
  expect(game && turningPoint(game, [mistake])).toBe('Pip gave away the draw on move 1.');
  expect(game?.players.O.name).toBe('Pip · Easy');
});

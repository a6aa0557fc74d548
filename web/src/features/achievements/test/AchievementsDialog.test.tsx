import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { Around } from '@/test/Around.tsx';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { AchievementsDialog } from '../components/AchievementsDialog.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

it('says that it is loading', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(<AchievementsDialog userId="ben" name="Ben" onClose={vi.fn()} />, { wrapper: Around });
  expect(await screen.findByRole('status')).toHaveTextContent('Loading...');
});

it('keeps the focus on the retry while it runs', () =>
  expectRetryToKeepFocus(<AchievementsDialog userId="amara" name="Amara" onClose={vi.fn()} />));

it('says which games count', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])));
  render(<AchievementsDialog userId="clara" name="Clara" onClose={vi.fn()} />, { wrapper: Around });
  expect(await screen.findByText('Only online games against people count.')).toBeVisible();
});

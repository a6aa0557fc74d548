import { afterEach, beforeAll, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { PlayerDialog } from '../components/PlayerDialog.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the focus on the retry while it runs', () =>
  expectRetryToKeepFocus(<PlayerDialog userId="ben" onClose={vi.fn()} />));

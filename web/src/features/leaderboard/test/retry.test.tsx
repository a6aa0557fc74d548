import type { User } from '@fifteen/contract';
import { afterEach, beforeAll, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { AllTimePage } from '../components/AllTimePage.tsx';
import { LeaderboardDialog } from '../components/LeaderboardDialog.tsx';

const me = { id: 'me', isGuest: false } as User;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  becomeUser(me);
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['of the week', <LeaderboardDialog me={me} onClose={vi.fn()} onProfile={vi.fn()} onAllTime={vi.fn()} />],
  ['of all time', <AllTimePage />],
])('keeps the focus on the retry of the leaderboard %s while it runs', (_, board) =>
  expectRetryToKeepFocus(board),
);

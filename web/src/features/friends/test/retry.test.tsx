import type { User } from '@fifteen/contract';
import { afterEach, beforeAll, beforeEach, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { FriendList } from '../components/FriendList.tsx';
import { HeadToHeadDialog } from '../components/HeadToHeadDialog.tsx';
import { RequestsTab } from '../components/RequestsTab.tsx';

const mina = { id: 'mina', displayName: 'Mina', profileImageUrl: null } as unknown as User;
const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => withHeight(500));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['friends', <FriendList row={() => null} />],
  ['requests', <RequestsTab onProfile={vi.fn()} />],
])('keeps the focus on the retry of the %s while it runs', (_, list) => expectRetryToKeepFocus(list));

it('keeps the focus on the retry of a record while it runs', { timeout: 20_000 }, () =>
  expectRetryToKeepFocus(<HeadToHeadDialog me={mina} friend={ben} onProfile={vi.fn()} onClose={vi.fn()} />),
);

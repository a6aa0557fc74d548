import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { FriendList } from '../components/FriendList.tsx';

const friend = (name: string) => ({ id: name, displayName: name, online: true, unread: 0 });
const rejection = { error: 'x', message: 'x', code: 'FORBIDDEN' };
const secondPage = vi.fn<() => Promise<Response>>();

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  withHeight(500);
  secondPage.mockReset().mockImplementation(async () => Response.json(rejection, { status: 403 }));
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('cursor=')
      ? secondPage()
      : Response.json([friend('Ben')], { headers: { 'X-Next-Cursor': 'ben', 'X-Total-Count': '2' } }),
  );
});
afterEach(() => vi.unstubAllGlobals());

it('asks once for a next page that is rejected, says so, and tries again on request', async () => {
  render(
    <Around>
      <FriendList row={({ displayName }) => displayName} />
    </Around>,
  );
  expect(await screen.findByRole('alert')).toBeVisible();
  // Lines of their own: not every language ends a sentence with a full stop.
  expect(screen.getByText('Friends could not be loaded')).toBeVisible();
  expect(screen.getByText('Ben')).toBeVisible();
  expect(secondPage).toHaveBeenCalledOnce();

  secondPage.mockImplementation(async () => Response.json([friend('Yusuf')]));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' })));
  expect(await screen.findByText('Yusuf')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(secondPage).toHaveBeenCalledTimes(2);
});

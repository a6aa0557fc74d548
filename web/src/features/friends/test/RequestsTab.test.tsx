import type { FriendRequest } from '@fifteen/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { newUser } from '@/test/user.ts';
import { RequestsTab } from '../components/RequestsTab.tsx';

const request = {
  ...{ id: 'request', requesterId: 'ben', requestedId: 'ann', status: 'pending' },
  ...{ sentAt: new Date(0).toISOString(), requester: { id: 'ben', username: 'ben_7', displayName: 'Ben' } },
} as unknown as FriendRequest;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

it('a request shows the username, because anyone may copy a display name', async () => {
  vi.stubGlobal('fetch', async () => Response.json([request]));
  render(
    <Around>
      <RequestsTab onProfile={vi.fn()} />
    </Around>,
  );
  expect(await screen.findByText('@ben_7')).toBeVisible();
});

it('the pressed button can be focused while the response is sent, and ignores presses', async () => {
  const responses: unknown[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.endsWith('/requests')) return Promise.resolve(Response.json([request]));
    responses.push(url);
    return new Promise(() => undefined);
  });
  const user = newUser();
  render(
    <Around>
      <RequestsTab onProfile={vi.fn()} />
    </Around>,
  );
  const accept = await screen.findByRole('button', { name: 'Accept Ben' });
  await user.click(accept);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reject Ben' })).toBeDisabled());
  expect(accept).toBeEnabled();
  await user.click(accept);
  expect(responses).toHaveLength(1);
});

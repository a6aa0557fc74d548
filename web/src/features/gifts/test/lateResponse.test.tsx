import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useToast } from '@/lib/toast.ts';
import { setCoins, useSession } from '@/entities/session/session.ts';
import { Around } from '@/test/Around.tsx';
import { GiftDialog } from '../components/GiftDialog.tsx';

const mina = { id: 'mina', coins: 1_000 } as User;
const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
const fetched = vi.fn<typeof fetch>();
const onClose = vi.fn();
const current = () => useToast.getState().current;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  fetched.mockReset();
  onClose.mockReset();
  queryClient.clear();
  queryClient.setQueryData(['session'], mina);
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) =>
    url === '/api/coins/gifts/allowance' ? Response.json({ leftToday: null }) : fetched(url, init),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Sends 100 coins. Returns what closes the dialog. */
function sendGift(): () => void {
  const { unmount } = render(<GiftDialog recipient={ben} coins={1_000} onClose={onClose} />, {
    wrapper: Around,
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Amount' }), { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send Gift' }));
  return unmount;
}

describe('a gift whose dialog was closed before its response', () => {
  /** Sends a gift and closes the dialog. Returns the pending call. */
  async function sendAndClose(): Promise<PromiseWithResolvers<Response>> {
    const call = Promise.withResolvers<Response>();
    fetched.mockReturnValue(call.promise);
    const close = sendGift();
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    close();
    return call;
  }

  it('says in a toast why it failed', async () => {
    const { resolve } = await sendAndClose();
    resolve(Response.json({ code: 'GIFT_HELD', error: 'x', message: 'x' }, { status: 403 }));
    await waitFor(() =>
      expect(current()).toMatchObject({
        title: 'Failed to Send Gift',
        description: 'You can send gifts again 24 hours after your password was reset.',
        tone: 'error',
      }),
    );
  });

  it('says that it may have arrived if its outcome is unknown, and refetches the coins', async () => {
    // Without a network, the call is not repeated.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { reject } = await sendAndClose();
    reject(new TypeError('Failed to fetch'));
    await waitFor(() => expect(current()).toMatchObject({ title: 'Failed to Send Gift', tone: 'error' }));
    expect(current()?.description).toMatch(/^Your first attempt may have arrived/);
    expect(queryClient.getQueryState(['session'])?.isInvalidated).toBe(true);
  });

  it('says that it may have arrived if its repeat is one request too many', async () => {
    const { reject } = await sendAndClose();
    fetched.mockResolvedValue(
      Response.json({ code: 'TOO_MANY_REQUESTS', error: 'x', message: 'x' }, { status: 429 }),
    );
    reject(new TypeError('Failed to fetch'));
    await waitFor(() => expect(current()).toMatchObject({ title: 'Failed to Send Gift' }), {
      timeout: 5_000,
    });
    expect(current()?.description).toMatch(/^Your first attempt may have arrived/);
  });

  it('closes no other dialog when it succeeds', async () => {
    const { resolve } = await sendAndClose();
    resolve(Response.json({ message: 'x', coins: 900 }));
    await waitFor(() => expect(current()).toMatchObject({ title: 'Gift sent!' }));
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('the balance after a gift is that of the server although a newer push came before the response', async () => {
  function TopBar() {
    useSession();
    return null;
  }
  render(<TopBar />, { wrapper: Around });
  fetched.mockImplementation(async (url) => {
    if (url === '/api/auth/session') return Response.json({ user: { ...mina, coins: 1_150 } });
    act(() => setCoins(1_150, 7));
    return Response.json({ message: 'x', coins: 900 });
  });
  sendGift();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  await waitFor(() => expect(queryClient.getQueryData(['session'])).toMatchObject({ coins: 1_150 }));
});

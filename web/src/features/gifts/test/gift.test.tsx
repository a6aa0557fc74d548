import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useToast } from '@/lib/toast.ts';
import { GiftDialog } from '../components/GiftDialog.tsx';
import { giftAmount, wrongAmount } from '../model/gift.ts';
import { json } from '@/test/json.ts';

const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
const fetched = vi.fn<typeof fetch>();
let leftToday: number | null = null;
const keys = () =>
  fetched.mock.calls.map(([, init]) => (init?.headers as Record<string, string>)['Idempotency-Key']);

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  fetched.mockReset();
  leftToday = null;
  queryClient.clear();
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) =>
    url === '/api/coins/gifts/allowance' ? json(200, { leftToday }) : fetched(url, init),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('an amount', () => {
  it.each([
    [1, '1'],
    [9_999, '9,999'],
    [10_000, '10.0k'],
    [12_390, '12.3k'],
    [999_999, '999.9k'],
    [1_000_000, '1M'],
    [1_500_000, '1.5M'],
  ])('of %i is shown as %s', (amount, shown) => expect(giftAmount('ar', amount)).toBe(shown));

  it.each([
    [0, 'GIFT_AMOUNT'],
    [-1, 'GIFT_AMOUNT'],
    [1.5, 'GIFT_AMOUNT'],
    [Number.NaN, 'GIFT_AMOUNT'],
    [1, null],
    [1_000, null],
    [1_001, 'GIFT_TOO_MUCH'],
  ])('of %d out of 1,000 is wrong by %s', (amount, code) =>
    expect(wrongAmount(amount, 1_000, null)).toBe(code),
  );

  it('above what may be given today is wrong', () => {
    expect(wrongAmount(500, 1_000, 500)).toBeNull();
    expect(wrongAmount(501, 1_000, 500)).toBe('GIFT_LIMIT');
  });
});

describe('a gift', () => {
  const onClose = vi.fn();
  beforeEach(() => onClose.mockClear());
  const open = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <GiftDialog recipient={ben} coins={1_000} onClose={onClose} />
      </QueryClientProvider>,
    );
  const amount = () => screen.getByRole('textbox', { name: 'Amount' });
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send Gift' }));

  it('takes digits only, and offers what there is', () => {
    open();
    expect(screen.getByRole('button', { name: 'Send Gift' })).toBeDisabled();
    fireEvent.change(amount(), { target: { value: '-1 2e3.4' } });
    expect(amount()).toHaveValue('1234');
    expect(screen.getByRole('button', { name: '5,000' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: '500' }));
    expect(amount()).toHaveValue('500');
    fireEvent.change(screen.getByLabelText('Message (optional)'), { target: { value: 'Hello' } });
    expect(screen.getByText('5/200')).toBeVisible();
  });

  it('takes the digits of every language', () => {
    open();
    fireEvent.change(amount(), { target: { value: '১২٣٤५६' } });
    expect(amount()).toHaveValue('123456');
  });

  it('says what may still be given today, and offers no more', async () => {
    leftToday = 500;
    open();
    expect(await screen.findByText('You can give 500 more coins today.')).toBeVisible();
    expect(screen.getByRole('button', { name: '500' })).toBeEnabled();
    expect(screen.getByRole('button', { name: '1,000' })).toBeDisabled();
  });

  it('keeps its key while the outcome is unknown, and has another after an error', async () => {
    open();
    fireEvent.change(amount(), { target: { value: '100' } });
    const rejection = { code: 'GIFT_LIMIT', error: 'x', message: 'x' };
    fetched.mockResolvedValue(json(403, rejection));
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to Send GiftThis gift is over a limit. You can send 30 gifts an hour. New accounts can give only so many coins a day, and a player can receive only so many from them.',
    );
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    fetched.mockResolvedValueOnce(json(200, { message: 'x', coins: 900 }));
    send();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(new Set(keys()).size).toBe(2);
    expect(keys()[1]).toBe(keys()[2]);
    expect(useToast.getState().current).toMatchObject({ title: 'Gift sent!', tone: 'coins' });
  });

  it('keeps its key when its outcome is unknown and the next attempt is one request too many', async () => {
    open();
    fireEvent.change(amount(), { target: { value: '100' } });
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const tooMany = { code: 'TOO_MANY_REQUESTS', error: 'x', message: 'x', retryAfter: 1 };
    fetched.mockResolvedValueOnce(json(429, tooMany));
    send();
    expect(await screen.findByRole('alert', undefined, { timeout: 5_000 })).toBeVisible();
    fetched.mockResolvedValueOnce(json(200, { message: 'x', coins: 900 }));
    send();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(keys()).toEqual([keys()[0], keys()[0], keys()[0]]);
  });

  it('says how much was sent although another amount was typed before the response', async () => {
    open();
    fireEvent.change(amount(), { target: { value: '100' } });
    const call = Promise.withResolvers<Response>();
    fetched.mockReturnValue(call.promise);
    send();
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    fireEvent.change(amount(), { target: { value: '900' } });
    call.resolve(json(200, { message: 'x', coins: 900 }));
    await waitFor(() =>
      expect(useToast.getState().current).toMatchObject({ description: '100 coins for Ben' }),
    );
  });

  it('that is changed while its outcome is unknown says that the first one may have arrived, and refetches the coins', async () => {
    queryClient.setQueryData(['session'], { id: 'mina', coins: 1_000 });
    open();
    fireEvent.change(amount(), { target: { value: '50' } });
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to Send Gift/);
    fireEvent.change(amount(), { target: { value: '40' } });
    fetched.mockResolvedValue(json(422, { code: 'IDEMPOTENCY_KEY_REUSED', error: 'x', message: 'x' }));
    send();
    expect(await screen.findByText(/^Your first attempt may have arrived/)).toBeVisible();
    expect(queryClient.getQueryState(['session'])?.isInvalidated).toBe(true);
  });
});

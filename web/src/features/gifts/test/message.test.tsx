import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { GiftDialog } from '../components/GiftDialog.tsx';

/** Messages that the server would reject for their characters or length. */

const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
const send = vi.spyOn(api.gifts, 'send');
const field = () => screen.getByLabelText(/^Message/);
const button = () => screen.getByRole('button', { name: 'Send Gift' });

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  vi.spyOn(api.gifts, 'allowance').mockResolvedValue({ leftToday: null });
  send.mockReset().mockReturnValue(new Promise(() => undefined));
  render(<GiftDialog recipient={ben} coins={1_000} onClose={() => undefined} />, { wrapper: Around });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '100' } });
});

it('is sent without the characters that no reader sees', async () => {
  fireEvent.change(field(), { target: { value: '\u2068For\u2069\tyo\u00ADu' } });
  fireEvent.click(button());
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls[0]?.[0].body).toEqual({ recipientId: 'ben', amount: 100, message: 'For you' });
});

it('shows that it is stored with more characters than can be sent', () => {
  fireEvent.change(field(), { target: { value: `${'a'.repeat(198)}\u0958\u0958` } });
  expect(field()).toHaveAccessibleDescription('202/200');
  expect(field()).toBeInvalid();
  expect(button()).toBeDisabled();
  fireEvent.change(field(), { target: { value: 'a'.repeat(200) } });
  expect(field()).toHaveAccessibleDescription('200/200');
  expect(field()).toBeValid();
  expect(button()).toBeEnabled();
});

import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useToast } from '@/lib/toast.ts';
import { SearchTab } from '../components/SearchTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the HTTP status where nothing better is known', 418, 'short and stout', 'HTTP 418'],
  [
    'the reason where the status has a text',
    429,
    '',
    'Too many requests. Please wait a moment and try again.',
  ],
])('a search that fails shows %s', async (_, status, message, description) => {
  vi.stubGlobal('fetch', async () => Response.json({ message }, { status }));
  render(
    <QueryClientProvider client={queryClient}>
      <SearchTab onProfile={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Yusuf' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(useToast.getState().current).toMatchObject({ description, tone: 'error' }));
});

it('a name that is too short is announced, since the field keeps the focus', () => {
  render(
    <QueryClientProvider client={queryClient}>
      <SearchTab onProfile={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Y' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const text = 'Enter at least 2 characters';
  expect(screen.getByRole('searchbox')).toHaveAccessibleDescription(text);
  expect(useAnnouncer.getState().assertive).toBe(text);
});

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { useToast } from '@/lib/toast.ts';
import { LanguageChoice } from '../components/LanguageChoice.tsx';

vi.mock('@/lib/i18n/locales/ar/first.json', () => Promise.reject(new Error('offline')));

it('shows a pressed language at once; if it cannot be loaded, it says so and shows the present one', async () => {
  await startI18n();
  await loadLaterTexts();
  render(<LanguageChoice />);
  fireEvent.click(screen.getByRole('radio', { name: 'العربية' }));
  expect(screen.getByRole('radio', { name: 'العربية' })).toBeChecked();
  expect(screen.getByRole('group')).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(useToast.getState().current?.description).toMatch(/^This could not be loaded/));
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked();
  expect(screen.getByRole('group')).toHaveAttribute('aria-busy', 'false');
});

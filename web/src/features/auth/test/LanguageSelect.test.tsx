import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { useToast } from '@/lib/toast.ts';
import { LanguageSelect } from '../components/LanguageSelect.tsx';

vi.mock('@/lib/i18n/locales/ar/first.json', () => Promise.reject(new Error('offline')));

it('shows a pressed language at once; if it cannot be loaded, it says so and shows the present one', async () => {
  await startI18n();
  render(<LanguageSelect />);
  const select = screen.getByRole('combobox', { name: 'Language' });
  fireEvent.change(select, { target: { value: 'ar' } });
  expect(select).toHaveValue('ar');
  expect(select).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(useToast.getState().current?.description).toMatch(/^This could not be loaded/));
  expect(select).toHaveValue('en');
  expect(select).toHaveAttribute('aria-busy', 'false');
});

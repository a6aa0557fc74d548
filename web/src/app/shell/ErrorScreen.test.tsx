import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { reloadPage } from '@/lib/page.ts';
import { ErrorScreen } from './ErrorScreen.tsx';

vi.mock('@/lib/page.ts');
beforeAll(startI18n);

it('renders the failed part again, and reloads the page when that fails too', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(50_000);
  const reset = vi.fn();
  render(<ErrorScreen error={new Error('broken')} resetErrorBoundary={reset} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  const button = screen.getByRole('button', { name: 'Try Again' });

  button.click();
  now.mockReturnValue(70_000);
  button.click();
  expect([reset.mock.calls.length, vi.mocked(reloadPage).mock.calls.length]).toEqual([2, 0]);
  now.mockReturnValue(75_000);
  button.click();
  expect([reset.mock.calls.length, vi.mocked(reloadPage).mock.calls.length]).toEqual([2, 1]);
  vi.restoreAllMocks();
});

import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { clearToasts, toast } from '@/lib/toast.ts';
import { newUser } from '@/test/user.ts';
import { Toaster } from './Toaster.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => act(clearToasts));

it('is held by a pointer that moves over it, not by one that rests where it appears', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Your friend request was accepted' }));
  const shown = screen.getByText('Your friend request was accepted').closest('[data-above-dialogs]')!;
  const clock = shown.querySelector('[data-keeps-time]');
  fireEvent.pointerEnter(shown);
  expect(clock).toHaveStyle({ animationPlayState: 'running' });
  fireEvent.pointerMove(shown);
  expect(clock).toHaveStyle({ animationPlayState: 'paused' });
  fireEvent.pointerLeave(shown);
  expect(clock).toHaveStyle({ animationPlayState: 'running' });
});

it('leaves the focus at the title of the page when it is closed', async () => {
  render(
    <>
      <h1 tabIndex={-1}>Shop</h1>
      <Toaster />
    </>,
  );
  act(() => toast({ title: 'Style Activated!' }));
  const user = newUser();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText('Style Activated!')).toBeNull();
  expect(screen.getByRole('heading')).toHaveFocus();
});

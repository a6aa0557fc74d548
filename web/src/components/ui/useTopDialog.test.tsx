import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { Dialog } from './Dialog.tsx';

beforeAll(() => startI18n());

const dialogs = (
  <>
    <Dialog open title="List" onClose={() => undefined} />
    <Dialog open title="Card" onClose={() => undefined} />
  </>
);

it('keeps the topmost dialog visible to assistive technology, and only it', async () => {
  render(dialogs);
  const card = screen.getByRole('dialog', { name: 'Card' });
  const list = screen.getByText('List').closest('[role=dialog]');
  // As Radix does for the list, when it finishes opening after the card.
  await act(async () => card.setAttribute('aria-hidden', 'true'));
  await act(async () => list?.setAttribute('aria-hidden', 'true'));
  expect(screen.getByRole('dialog')).toBe(card);
  expect(list).toHaveAttribute('aria-hidden', 'true');
});

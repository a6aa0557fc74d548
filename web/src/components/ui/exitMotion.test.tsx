import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { clearToasts, toast } from '@/lib/toast.ts';
import { Dialog } from './Dialog.tsx';
import { Toaster } from './Toaster.tsx';

let arrive: () => void;
const animate = vi.fn(() => ({ finished: new Promise<void>((resolve) => (arrive = resolve)) }));
const copies = () => [...document.querySelectorAll<HTMLElement>('[data-leaving]')];
const gift = (open: boolean) => <Dialog open={open} onClose={() => undefined} title="Gift" />;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  Element.prototype.animate = animate as unknown as Element['animate'];
  document.documentElement.toggleAttribute('data-reduced-motion', false);
});
afterEach(() => {
  document.documentElement.toggleAttribute('data-reduced-motion', true);
  for (const copy of copies()) copy.remove();
});

it('lets a closed dialog and its backdrop leave by copies that are out of reach', async () => {
  const { rerender } = render(gift(true));
  rerender(gift(false));
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await act(async () => undefined);
  expect(copies()).toHaveLength(2);
  expect(copies().every(({ inert }) => inert)).toBe(true);
  expect(copies().at(-1)).toHaveTextContent('Gift');
});

it('lets a toast leave, and removes the copy when it is gone', async () => {
  render(<Toaster />);
  act(() => toast({ title: 'Gift sent!' }));
  act(clearToasts);
  await act(async () => undefined);
  expect(copies()).toHaveLength(1);
  arrive();
  await vi.waitFor(() => expect(copies()).toHaveLength(0));
});

it('leaves as far scrolled as it was', async () => {
  const { rerender } = render(gift(true));
  document.querySelector('[data-body]')!.scrollTop = 120;
  rerender(gift(false));
  await act(async () => undefined);
  expect(document.querySelector('[data-leaving] [data-body]')).toHaveProperty('scrollTop', 120);
});

it('copies no dialog that stays', async () => {
  const { rerender } = render(<Dialog open onClose={null} title="Gift" />);
  rerender(<Dialog open sheet onClose={null} title="Gift" description="From Ada" />);
  await act(async () => undefined);
  expect(copies()).toHaveLength(0);
});

it('moves nothing where less motion is wanted', async () => {
  document.documentElement.toggleAttribute('data-reduced-motion', true);
  const { rerender } = render(gift(true));
  rerender(gift(false));
  await act(async () => undefined);
  expect(copies()).toHaveLength(0);
});

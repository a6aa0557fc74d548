import type { User } from '@fifteen/contract';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { newUser } from '@/test/user.ts';
import { BorderPicker } from '../components/BorderPicker.tsx';

const mina = { id: 'mina', displayName: 'Mina', profileImageUrl: null } as User;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the focus of the arrow keys during a request, and equips the border that was chosen last', async () => {
  const sent: unknown[] = [];
  let respond = () => undefined as void;
  vi.stubGlobal('fetch', (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Promise((resolve) => (respond = () => resolve(Response.json({}))));
  });
  render(<BorderPicker user={mina} unlocked={new Set(['legend', 'champion', 'grandmaster'])} />);
  const radios = screen.getAllByRole('radio');
  const user = newUser();
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(radios[3]).toHaveFocus();
  expect(radios[3]).toBeChecked();
  expect(sent).toEqual([{ achievementType: 'legend' }]);
  await act(async () => respond());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ achievementType: 'grandmaster' });
});

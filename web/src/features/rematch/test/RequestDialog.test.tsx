import type { PlayAgainRequest } from '@fifteen/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { RequestDialog } from '../components/RequestDialog.tsx';

const request = {
  id: 'q1',
  requesterId: 'you',
  gameId: 'g1',
  requester: { displayName: 'Yusuf', username: 'yusuf', profileImageUrl: null },
} as PlayAgainRequest;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});

it.each([
  ['for coins first offers to decline', 5_000, 'Decline'],
  ['without a bet first offers to accept', 0, 'Accept'],
])('a rematch request %s, and the picture opens the profile of the opponent', (_, bet, first) => {
  usePlayerCard.getState().close();
  render(<RequestDialog request={request} roomId="r1" bet={bet} coins={20_000} side="O" />);
  expect(screen.getByRole('button', { name: first })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: "Yusuf's profile" }));
  expect(usePlayerCard.getState().userId).toBe('you');
  // The request waits for its answer under the profile.
  expect(screen.getByRole('dialog')).toBeVisible();
});

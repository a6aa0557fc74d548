import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { CreateRoomDialog } from '../components/CreateRoomDialog.tsx';
import { IDLE } from '../model/roomRequest.ts';
import { useRoomRequests } from '../model/store.ts';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});

afterEach(() => useRoomRequests.setState(IDLE));

it('begins with the default bet if the user may make it', () => {
  render(<CreateRoomDialog user={{ coins: 100_000, stakeLimit: { coins: 5_000, games: 20 } }} />);
  expect(screen.getByRole('radio', { name: '5,000 coins' })).toBeChecked();
});

it.each([
  ['coins', { coins: 1_000 }],
  ['stake limit', { coins: 100_000, stakeLimit: { coins: 1_000, games: 20 } }],
])('begins with a friendly game if the default bet is above the %s', (_, user) => {
  render(<CreateRoomDialog user={user} />);
  expect(screen.getByRole('radio', { name: '5,000 coins' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'Friendly' })).toBeChecked();
});

it.each([
  [{ coins: 1_000 }, '5k · You are 4,000 coins short'],
  [
    { coins: 100_000, stakeLimit: { coins: 1_000, games: 20 } },
    /^5k · New players can bet up to 1,000 coins/,
  ],
])('says why the lowest bet that is disabled cannot be made: %j', (user, reason) => {
  render(<CreateRoomDialog user={user} />);
  expect(screen.getByText(reason)).toBeVisible();
});

it('says nothing about bets that all can be made', () => {
  render(<CreateRoomDialog user={{ coins: 100_000_000 }} />);
  expect(screen.queryByText(/ · /)).toBeNull();
});

it('cannot be closed while the room is being created', () => {
  render(<CreateRoomDialog user={{ coins: 100_000 }} />);
  const close = () => screen.queryByRole('button', { name: 'Close' });
  expect(close()).toBeVisible();
  act(() => useRoomRequests.setState({ pending: { kind: 'create', requestId: 'request' } }));
  expect(close()).toBeNull();
  act(() => useRoomRequests.setState({ pending: null }));
  expect(close()).toBeVisible();
});

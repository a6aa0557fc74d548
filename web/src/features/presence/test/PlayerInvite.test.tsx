import type { OnlineUser, Participant, Room } from '@fifteen/contract';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { enterRoom, forgetRoom, setParticipants } from '@/entities/room/room.ts';
import { Around } from '@/test/Around.tsx';
import { PlayerInvite } from '../components/PlayerInvite.tsx';

const ben = { id: 'ben', username: 'ben', displayName: 'Ben', inRoom: false } as OnlineUser;
const ownRoom = {
  id: 'r1',
  ownerId: 'me',
  status: 'waiting',
  participants: [] as Room['participants'],
} as Room;
let blocked: { id: string }[];

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  blocked = [];
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/participants') ? [] : { users: blocked }),
  );
});
afterEach(() => {
  forgetRoom();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const show = () => render(<PlayerInvite me="me" player={ben} />, { wrapper: Around });
it('challenges a player, or invites them into the own room', () => {
  show();
  expect(screen.getByRole('button', { name: 'Challenge Ben' })).toBeVisible();
  act(() => void enterRoom(ownRoom, []));
  expect(screen.getByRole('button', { name: 'Invite Ben' })).toBeVisible();
});

it('offers neither for a player whom the user blocks: the server would reject the invitation', async () => {
  blocked = [{ id: 'ben' }];
  show();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  act(() => void enterRoom(ownRoom, []));
  expect(screen.queryByRole('button')).toBeNull();
});

it('does not invite into a room for two that has both players, until one leaves', async () => {
  const full = { ...ownRoom, maxPlayers: 2 } as Room;
  const players = ['me', 'clara'].map((userId) => ({ userId, role: 'player' }) as Participant);
  show();
  act(() => void enterRoom(full, players));
  expect(screen.queryByRole('button')).toBeNull();
  act(() => setParticipants('r1', (known) => known.slice(0, 1)));
  expect(await screen.findByRole('button', { name: 'Invite Ben' })).toBeVisible();
});

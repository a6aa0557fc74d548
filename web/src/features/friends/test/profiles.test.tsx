import type { Friend, Participant, Room, User } from '@fifteen/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { forgetRoom, enterRoom } from '@/entities/room/room.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { FriendsOverlay } from '../components/FriendsOverlay.tsx';
import { InviteOverlay } from '../components/InviteOverlay.tsx';

/** The pictures in the dialogs about friends open profiles, each in place of its dialog. */

const person = (id: string, displayName: string) => ({
  ...{ id, userId: id, username: displayName.toLowerCase(), displayName, firstName: null, lastName: null },
  ...{ profilePicture: null, profileImageUrl: null, activeFrameId: null, selectedAchievementBorder: null },
});
const ben: Friend = { ...person('ben', 'Ben'), online: true, unread: 0 };
const answers: Record<string, unknown> = {
  '/api/friends': [ben],
  '/api/friends/requests': [],
  '/api/users/blocked': { users: [person('dora', 'Dora')] },
  '/api/head-to-head/me/ben': { wins: 1, losses: 2, draws: 0, totalGames: 3, winRate: 33 },
};

const pressPictureOf = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: `${name}'s profile` }));
const expectProfile = (userId: string) => {
  expect(usePlayerCard.getState().userId).toBe(userId);
  expect(useOverlay.getState().open).toBeNull();
};

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  // jsdom has no layout: a list without a height renders no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.stubGlobal('fetch', async (url: string) => Response.json(answers[url] ?? {}));
  queryClient.clear();
  usePlayerCard.getState().close();
  becomeUser({ ...person('me', 'Mina'), isEmailVerified: true, coins: 1_000 } as User);
});
afterEach(() => {
  forgetRoom();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['Mina', 'me'],
  ['Ben', 'ben'],
])('opens the profile of %s from the games against a friend', async (name, userId) => {
  useOverlay.getState().show('friends');
  render(<FriendsOverlay />, { wrapper: Around });
  fireEvent.click(await screen.findByRole('button', { name: 'Ben' }));
  await screen.findByText('Your wins');
  await pressPictureOf(name);
  expectProfile(userId);
});

it('opens the profile of a blocked player', async () => {
  useOverlay.getState().show('friends');
  render(<FriendsOverlay />, { wrapper: Around });
  const tab = await screen.findByRole('tab', { name: 'Add friend' });
  fireEvent.mouseDown(tab);
  fireEvent.focus(tab);
  await pressPictureOf('Dora');
  expectProfile('dora');
});

it('opens the profile of a friend who can be invited', async () => {
  useOverlay.getState().show('invite');
  enterRoom({ id: 'r1', code: 'K7QX2M9P', ownerId: 'me' } as Room, [{ userId: 'me' } as Participant]);
  render(<InviteOverlay />, { wrapper: Around });
  await pressPictureOf('Ben');
  expectProfile('ben');
});

import type { Friend, PlayAgainRequest, UserProfile } from '@fifteen/contract';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chats, useChats } from '@/features/chat/index.ts';
import { PlayerDialog } from '@/features/profile/components/PlayerDialog.tsx';
import { rematchMessages, useRematch } from '@/features/rematch/index.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { newUser } from '@/test/user.ts';
import { PlayerActions } from '../components/PlayerActions.tsx';
import { PlayerMenu } from '../components/PlayerMenu.tsx';
import { friendsChanged } from '../model/friends.ts';

const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
let answers: Record<string, () => unknown>;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  chats.forget();
  rematchMessages.over();
  answers = {
    '/api/friends': () => [],
    '/api/users/blocked': () => ({ users: [] }),
    '/api/users/ben/stats': () => ({ level: 1, winsToNextLevel: 10 }),
  };
  vi.stubGlobal('fetch', async (url: string) => Response.json(await answers[url]?.()));
});
afterEach(() => vi.unstubAllGlobals());

const button = (name: string) => screen.queryByRole('button', { name });

describe('a profile', () => {
  const open = (relation?: UserProfile['relation']) => {
    answers['/api/users/ben'] = () => ({ ...ben, relation });
    render(
      <PlayerDialog
        userId="ben"
        onClose={() => undefined}
        actions={(user) => <PlayerActions player={user} />}
      />,
      { wrapper: Around },
    );
    return screen.findByRole('button', { name: 'Block Ben' });
  };

  it.each([
    ['friend', 'Chat'],
    ['none', 'Add friend: Ben'],
    ['requestReceived', 'Accept: Ben'],
  ] as const)(
    'of a player with the relation %s offers %s, whatever friends are loaded',
    async (relation, name) => {
      answers['/api/friends'] = () => new Promise(() => undefined);
      await open(relation);
      expect(button(name)).toBeVisible();
      expect(screen.getAllByRole('button', { name: /Chat|: Ben/ })).toHaveLength(1);
    },
  );

  it('offers neither chat nor a request while the relation is unknown', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /Chat|: Ben/ })).toBeNull();
  });

  it('offers the chat when the player becomes a friend', async () => {
    await open('requestSent');
    expect(screen.getByText('Request sent')).toBeVisible();
    answers['/api/users/ben'] = () => ({ ...ben, relation: 'friend' });
    friendsChanged();
    expect(await screen.findByRole('button', { name: 'Chat' })).toBeVisible();
  });

  it('above other dialogs closes them to show the chat', async () => {
    answers['/api/friends'] = () => [{ ...ben, online: true, unread: 0 }];
    useOverlay.getState().show('leaderboard');
    usePlayerCard.getState().open('ben');
    rematchMessages.requested({ id: 'q1', gameId: 'g1', status: 'pending' } as PlayAgainRequest);
    await open('friend');
    fireEvent.click(await screen.findByRole('button', { name: 'Chat' }));
    expect(useChats.getState().popups).toMatchObject([{ player: { id: 'ben' }, open: true }]);
    expect(usePlayerCard.getState().userId).toBeNull();
    expect(useOverlay.getState().open).toBeNull();
    // The request can still be accepted at the result of the game.
    expect(useRematch.getState()).toMatchObject({ isDismissed: true, opponentRequest: { id: 'q1' } });
  });
});

describe('the menu of an online player', () => {
  const open = async () => {
    render(<PlayerMenu player={ben} onProfile={() => undefined} />, { wrapper: Around });
    await newUser().click(screen.getByRole('button', { name: 'More about Ben' }));
    return screen.findByRole('menuitem', { name: 'View profile' });
  };
  const addFriend = () => screen.queryByRole('menuitem', { name: 'Add friend' });

  it('offers no request to a friend while friends load', async () => {
    let load: (friends: Friend[]) => void = () => undefined;
    answers['/api/friends'] = () => new Promise((resolve) => (load = resolve));
    await open();
    expect(addFriend()).toBeNull();
    load([{ ...ben, online: true, unread: 0 } as Friend]);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(addFriend()).toBeNull();
  });

  it('offers a request to a player who is no friend', async () => {
    answers['/api/users/ben'] = () => ({ ...ben, relation: 'none' });
    await open();
    await waitFor(() => expect(addFriend()).not.toHaveAttribute('aria-disabled'));
  });

  it('offers no second request to a player who has not answered the first', async () => {
    answers['/api/users/ben'] = () => ({ ...ben, relation: 'requestSent' });
    await open();
    expect(await screen.findByRole('menuitem', { name: 'Request sent' })).toHaveAttribute('aria-disabled');
    expect(addFriend()).toBeNull();
  });

  it('offers to accept the request of a player', async () => {
    answers['/api/users/ben'] = () => ({ ...ben, relation: 'requestReceived' });
    await open();
    expect(await screen.findByRole('menuitem', { name: 'Accept Ben' })).not.toHaveAttribute('aria-disabled');
    expect(addFriend()).toBeNull();
  });

  it('offers no request while the relation is unknown', async () => {
    answers['/api/users/ben'] = () => new Promise(() => undefined);
    await open();
    await waitFor(() => expect(addFriend()).toHaveAttribute('aria-disabled'));
  });
});

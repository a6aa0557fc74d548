import type { User } from '@fifteen/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useChats } from '@/features/chat/model/store.ts';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useRematch } from '@/features/rematch/model/store.ts';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { Around } from '@/test/Around.tsx';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { useToast } from '@/lib/toast.ts';
import { Realtime } from '../Realtime.tsx';

const { broken } = vi.hoisted(() => ({
  broken: () => {
    throw new Error('broken');
  },
}));
vi.mock('@/features/chat/lazy.ts', () => ({ ChatPopups: broken }));
vi.mock('@/features/local-game/components/DiscardDialog.tsx', () => ({ DiscardDialog: broken }));
vi.mock('@/features/progress/components/LevelUpDialog.tsx', () => ({ LevelUpDialog: broken }));
vi.mock('@/features/rematch/components/RequestDialog.tsx', () => ({ RequestDialog: broken }));
vi.mock('@/features/rooms/components/CreateRoomDialog.tsx', () => ({ CreateRoomDialog: broken }));
vi.mock('@/features/rooms/components/InvitationPopup.tsx', () => ({ InvitationPopup: broken }));
vi.mock('@/features/rooms/components/LinkDialog.tsx', () => ({ LinkDialog: broken }));

const invitation = { id: 'i1', status: 'pending', roomCode: 'K7QX2M9P', inviterName: 'Yusuf', betAmount: 0 };
const levelUp = { id: 'l1', newLevel: 2, previousLevel: 1 };
const player = { id: 'you', displayName: 'Yusuf', profileImageUrl: null } as never;
let answers: Record<string, unknown> = {};

const show = (path = '/') =>
  render(
    <Around path={path}>
      <p>Board</p>
      <Realtime />
    </Around>,
  );
const failure = () => waitFor(() => expect(useToast.getState().current).toMatchObject({ tone: 'error' }));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: unknown) => Response.json(answers[String(url)] ?? []));
  FakeSocket.reset();
  queryClient.clear();
  answers = { '/api/user/pending-rank-popup': { hasPendingPopup: false, rankData: null } };
  becomeUser({ id: 'me', username: 'mina', displayName: 'Mina', coins: 20_000 } as User);
});
afterEach(() => {
  useChats.setState({ popups: [] });
  vi.unstubAllGlobals();
});

describe('a notice that fails says so, and leaves the page and its game as they are:', () => {
  it.each<[string, () => void]>([
    ['an invitation', () => (answers['/api/room-invitations'] = [invitation])],
    ['a new level', () => (answers['/api/level-ups/pending'] = [levelUp])],
    [
      'the request for a rematch',
      () => useRematch.setState({ opponentRequest: { id: 'p1', gameId: 'g1' } as never }),
    ],
    ['a chat', () => useChats.setState({ popups: [{ player, open: false, unread: 1 }] })],
    ['the question before a game is discarded', () => useLocalGame.setState({ discarding: vi.fn() })],
    ['the dialog that creates a room', () => useRoomRequests.getState().open()],
  ])('%s', async (_, appear) => {
    appear();
    show();
    await failure();
    expect(screen.getByText('Board')).toBeVisible();
    expect([useLocalGame.getState().discarding, useRoomRequests.getState().isCreating]).toEqual([
      null,
      false,
    ]);
    useRematch.setState({ opponentRequest: null });
  });

  it('the link to a room', async () => {
    show('/?room=K7QX2M9P');
    await failure();
    expect(screen.getByText('Board')).toBeVisible();
  });
});

import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useRoom } from '@/entities/room/room.ts';
import { notifyAchievement } from '@/features/achievements/index.ts';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/index.ts';
import { celebrateReward } from '@/features/rewards/index.ts';
import { rematchMessages, useRematch } from '@/features/rematch/model/store.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useToast } from '@/lib/toast.ts';
import { Around } from '@/test/Around.tsx';
import { gameAfter, resultOf, WIN_FOR_O } from '@/test/onlineGames.ts';
import { GameResult } from '../components/GameResult.tsx';

// jsdom has no workers.
vi.mock('@/features/game-history/model/analyse.ts', () => ({ analyse: async () => [] }));

const user = { id: 'me', displayName: 'Mina', profileImageUrl: null, coins: 100_000 } as User;
const game = gameAfter(WIN_FOR_O);
const request = {
  id: 'q1',
  gameId: game.id,
  requesterId: game.playerOId,
  requestedId: 'me',
  status: 'pending',
  requestedAt: '2026-11-20T12:00:00Z',
  requester: { displayName: 'Yusuf' },
};
const respond = vi.spyOn(api.playAgain, 'respond');
const result = () => within(screen.getByRole('dialog'));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(['level-ups'], []);
  rematchMessages.over();
  respond.mockReset().mockResolvedValue({} as never);
  useMode.setState({ mode: 'online' });
  useRoom.setState({
    room: { id: game.roomId, code: 'ABC', ownerId: 'me', betAmount: 0, maxPlayers: 2 } as never,
  });
  queryClient.setQueryData(
    ['participants', game.roomId],
    [{ userId: game.playerXId }, { userId: game.playerOId }],
  );
  useOnlineGame.getState().enter('another');
  useOnlineGame.getState().enter('me');
  onlineGameHandlers.joined(gameAfter(WIN_FOR_O.slice(0, -1)));
  onlineGameHandlers.over(resultOf(game));
  useOnlineGame.setState(({ onlineGame }) => ({
    onlineGame: onlineGame && { ...onlineGame, phase: 'shown' },
  }));
  render(
    <Around>
      <GameResult user={user} onFindMatch={() => undefined} />
    </Around>,
  );
});

it('shows an achievement of the game with its medal, and no notice elsewhere', async () => {
  await act(() => notifyAchievement({ achievementType: 'first_win' } as never, game.id));
  expect(result().getByText('First Victory')).toBeVisible();
  expect(document.querySelector('[data-result] [data-achievement=first_win]')).not.toBeNull();
  expect(useToast.getState().current).toBeNull();
});

it('shows a frame that the game brought, and no notice elsewhere', async () => {
  const items = [{ kind: 'frame' as const, id: 'newcomer', name: 'Newcomer', description: '' }];
  await act(() =>
    celebrateReward({ id: 'first_game', items, earnedAt: '2026-11-20T12:00:00Z' } as never, game.id),
  );
  expect(result().getByText('Newcomer')).toBeVisible();
  expect(useToast.getState().current).toBeNull();
});

it('does not show an achievement of another game', async () => {
  await act(() => notifyAchievement({ achievementType: 'first_win' } as never, 'another'));
  expect(result().queryByText('First Victory')).toBeNull();
});

it.each([
  ['Accept', 'accepted'],
  ['Decline', 'rejected'],
] as const)('lets the player answer the request for a rematch: %s', async (name, response) => {
  act(() => rematchMessages.requested(request as never));
  expect(result().getByText('Yusuf wants to play again')).toBeVisible();
  await waitFor(() => expect(result().getByRole('button', { name })).toBeEnabled());
  fireEvent.click(result().getByRole('button', { name }));
  await act(async () => undefined);
  expect(respond).toHaveBeenCalledWith(expect.objectContaining({ body: { requestId: 'q1', response } }));
});

it.each([
  ['OPPONENT_LEFT', 'Play Again', 'Your opponent has left the room'],
  ['GAME_NOT_FOUND', 'Play Again', 'Game not found'],
  ['PLAY_AGAIN_EXISTS', 'Request sent', "You've already sent a play again request for this game"],
])('a request that ends with %s leaves a disabled "%s" beside the reason', async (code, name, reason) => {
  vi.spyOn(api.playAgain, 'request').mockRejectedValueOnce(new ApiError(409, 'x', { code }));
  fireEvent.click(result().getByRole('button', { name: 'Play Again' }));
  expect(await result().findByText(reason)).toBeVisible();
  expect(result().getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

it('keeps the focus at the button that requests a rematch, which ignores presses then', async () => {
  const sendRequest = vi.spyOn(api.playAgain, 'request');
  sendRequest.mockResolvedValue({ request: { status: 'pending' } } as never);
  const button = result().getByRole('button', { name: 'Play Again' });
  button.focus();
  fireEvent.click(button);
  await act(async () => undefined);
  expect(button).toHaveTextContent('Request sent');
  // A browser takes the focus from a disabled button.
  expect(button).toBeEnabled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  fireEvent.click(button);
  expect(sendRequest).toHaveBeenCalledOnce();
});

it('does not decline a request by a press at the moment in which it comes', async () => {
  act(() => rematchMessages.requested(request as never));
  fireEvent.click(result().getByRole('button', { name: 'Decline' }));
  await act(async () => undefined);
  expect(respond).not.toHaveBeenCalled();
});

it('dismisses a request with the result in which it was asked', () => {
  act(() => rematchMessages.requested(request as never));
  fireEvent.click(result().getByRole('button', { name: 'View board' }));
  expect(useRematch.getState().isDismissed).toBe(true);
});

it('announces a request that comes while the result is open', () => {
  act(() => rematchMessages.requested(request as never));
  expect(useAnnouncer.getState().polite).toBe('Yusuf wants to play again');
});

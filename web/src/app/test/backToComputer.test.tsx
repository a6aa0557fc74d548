import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { enterRoom, forgetRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { room } from '@/test/onlineGames.ts';
import { gameStart, inGame, says } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();
afterEach(() => act(forgetRoom));

it.each([
  ['game_abandoned', 2_000],
  ['room_ended', 1_000],
])(
  'the switch to the computer after %s leaves the mode that the player chose meanwhile',
  async (type, ms) => {
    act(() => useOnlineGame.getState().enter('her'));
    says({ type: 'reconnection_room_join', room: room(), participants: [] });
    says(gameStart([1]));
    says({ type, gameId: 'g1', roomId: 'r1', message: '' });
    act(() => useOnlineGame.getState().leaveTo('pass-play'));
    act(forgetRoom);
    await advanceTime(ms);
    expect(useMode.getState().mode).toBe('pass-play');
  },
);

it.each([
  ['stays', 'player', 'online'],
  ['is led to the computer', 'spectator', 'ai'],
])('2 s after an abandoned game, a spectator %s who is a %s of its room by then', async (_, role, mode) => {
  act(() => useOnlineGame.getState().enter('her'));
  const participants = (as: string) => [{ userId: 'her', role: as }];
  says({ type: 'reconnection_room_join', room: room(), participants: participants('spectator') });
  says(gameStart([1]));
  says({ type: 'game_abandoned', gameId: 'g1', roomId: 'r1', message: '' });
  says({ type: 'room_participants_updated', roomId: 'r1', participants: participants(role), room: room() });
  await advanceTime(2_000);
  expect(useMode.getState().mode).toBe(mode);
});

it('leaves alone a player who is in another room 2 s after an abandoned game', async () => {
  says(gameStart([1]));
  says({ type: 'game_abandoned', gameId: 'g1', roomId: 'r1', message: '' });
  act(() => void enterRoom(room('r2'), []));
  await advanceTime(2_000);
  expect(useMode.getState().mode).toBe('online');
});

import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter } from '@/test/onlineGames.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { enterRoom, forgetRoom } from '@/entities/room/room.ts';
import { me, person, room, yusuf } from '@/app/test/roomSide.tsx';
import { useMode } from '@/lib/state/mode.ts';
import { OnlineDetails } from '../components/OnlineDetails.tsx';

const user = { id: 'me', displayName: 'Mina', coins: 1_000 } as User;
const clara = person('clara', 'Clara');

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => {
  forgetRoom();
  vi.unstubAllGlobals();
});

it.each([
  ['lets a spectator look for an opponent', true, [clara, yusuf, person('me', 'Mina', 'spectator')]],
  ['does not let a player look for another opponent', false, [me, yusuf]],
])('%s while the game runs', (_, watching, participants) => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  useMode.setState({ mode: 'online' });
  useOnlineGame.getState().enter('another-user');
  useOnlineGame.getState().enter('me');
  enterRoom(room({ status: 'playing' }), participants);
  render(
    <QueryClientProvider client={queryClient}>
      <OnlineDetails user={user} watching={watching} />
    </QueryClientProvider>,
  );
  const findMatch = () => screen.queryByRole('button', { name: 'Find Match' });
  expect(findMatch()).not.toBeNull();
  act(() => onlineGameHandlers.joined(gameAfter([1], watching ? { playerXId: 'clara' } : {})));
  expect(findMatch() !== null).toBe(watching);
});

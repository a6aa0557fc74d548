import type { User } from '@fifteen/contract';
import { fromMoves } from '@fifteen/domain';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { api } from '@/lib/api.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { withRetries } from '@/lib/lazyComponent.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Around } from '@/test/Around.tsx';
import { LocalGameView } from '../components/LocalGameView.tsx';
import { usePaidAward } from '../model/paidAward.ts';
import { pendingAwards } from '../model/pendingAwards.ts';
import { useLocalGame } from '../model/store.ts';

vi.mock('@/lib/lazyComponent.ts', async (original) => ({
  ...(await original<object>()),
  withRetries: vi.fn(),
}));

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const award = vi.spyOn(api.coins, 'award');
const claimed = () => award.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
const pendingGames = () => pendingAwards().map(({ game }) => game.id);
const imports = vi.mocked(withRetries);

/** Wins against the computer and has the result shown. Returns the id of the game. */
function win(): string {
  const { game } = useLocalGame.getState();
  const won = { ...game, state: fromMoves([1, 2, 6, 7, 11]) } as const;
  act(() => useLocalGame.setState({ game: { ...won, phase: 'over' } }));
  act(() => useLocalGame.setState({ game: { ...won, phase: 'resultShown' } }));
  return game.id;
}

beforeAll(startI18n);
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  localStorage.clear();
  becomeUser(user);
  award.mockReset().mockResolvedValue({ coins: 1100 });
  imports.mockReset().mockImplementation((load) => load());
  usePreferences.getState().set({ side: 'X', sound: false });
  useLocalGame.getState().start('ai');
});
afterEach(cleanup);

describe('a win before the code of claims has loaded', () => {
  it('is stored although that code fails to load, and claimed when the network returns', async () => {
    imports.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    render(<LocalGameView user={user} />, { wrapper: Around });
    const id = win();
    await act(async () => undefined);
    expect(pendingGames()).toEqual([id]);
    expect(claimed()).toEqual([]);
    imports.mockImplementation((load) => load());
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(claimed()).toEqual([id]));
    await waitFor(() => expect(pendingGames()).toEqual([]));
  });

  it('is claimed when that code arrives after the result', async () => {
    let arrive = () => undefined as void;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    imports.mockImplementation((load) => arrival.then(load));
    render(<LocalGameView user={user} />, { wrapper: Around });
    const id = win();
    expect(pendingGames()).toEqual([id]);
    arrive();
    await waitFor(() => expect(usePaidAward.getState()).toEqual({ gameId: id }));
    expect(claimed()).toEqual([id]);
  });
});

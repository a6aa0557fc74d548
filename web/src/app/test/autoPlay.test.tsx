import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { closeAlert, useAlert } from '@/lib/state/alert.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { gameAfter } from '@/test/onlineGames.ts';
import { gameStart, inGame, press, says, sent } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

describe('auto-play', () => {
  it('says so, and gives control back', () => {
    says(gameStart());
    const auto = gameAfter([], { version: 1, autoPlayActive: 'X' });
    says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game: auto });
    expect(screen.getByRole('alert')).toHaveTextContent('auto-play');
    press('Take Control');
    expect(sent('disable_auto_play')).toEqual([{ type: 'disable_auto_play', gameId: 'g1' }]);
    says({
      type: 'auto_play_disabled',
      gameId: 'g1',
      player: 'X',
      game: { ...auto, version: 2, autoPlayActive: null },
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requests control once, until there is a response or none came for 5 s', async () => {
    says(gameStart());
    const auto = gameAfter([], { version: 1, autoPlayActive: 'X' });
    says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game: auto });
    press('Take Control');
    expect(screen.getByRole('button', { name: 'Take Control' })).toHaveAttribute('aria-busy', 'true');
    press('Take Control');
    expect(sent('disable_auto_play')).toHaveLength(1);
    await advanceTime(5_000);
    press('Take Control');
    expect(sent('disable_auto_play')).toHaveLength(2);
  });

  it('can request control again at once after an error', () => {
    says(gameStart());
    const auto = gameAfter([], { version: 1, autoPlayActive: 'X' });
    says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game: auto });
    press('Take Control');
    says({ type: 'auto_play_error', error: 'x', message: 'x', code: 'SERVICE_UNAVAILABLE', gameId: 'g1' });
    expect(screen.getByRole('button', { name: 'Take Control' })).not.toHaveAttribute('aria-busy');
    act(closeAlert);
    press('Take Control');
    expect(sent('disable_auto_play')).toHaveLength(2);
  });

  it('shows no error when control was given back before the press', () => {
    says(gameStart());
    const auto = gameAfter([], { version: 1, autoPlayActive: 'X' });
    says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game: auto });
    press('Take Control');
    const game = { ...auto, version: 2, autoPlayActive: null };
    says({ type: 'auto_play_disabled', gameId: 'g1', player: 'X', game });
    const error = { error: 'x', message: 'Auto-play is not active', code: 'AUTO_PLAY_NOT_ACTIVE' };
    says({ type: 'auto_play_error', ...error, gameId: 'g1' });
    expect(useAlert.getState().current).toBeNull();
  });
});

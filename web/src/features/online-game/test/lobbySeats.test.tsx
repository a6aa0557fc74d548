import type { Participant, User } from '@fifteen/contract';
import { BOT_PREFIX } from '@fifteen/domain';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { fetchPiece } from '@/components/pieces/Piece.tsx';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { OnlineGameView } from '../components/OnlineGameView.tsx';
import { SpectatorView } from '../components/SpectatorView.tsx';

const mina = {
  id: 'me',
  displayName: 'Mina',
  profileImageUrl: null,
  activeFrameId: 'thundering',
  selectedAchievementBorder: null,
  activePieceStyle: 'fire',
  achievements: [],
} as unknown as User;

const person = (userId: string, displayName: string): Participant => ({
  id: `p-${userId}`,
  userId,
  role: 'player',
  user: {
    displayName,
    username: displayName.toLowerCase(),
    firstName: null,
    profileImageUrl: null,
    activeFrameId: 'firestorm',
    selectedAchievementBorder: null,
  },
});

const show = (otherPlayer?: Participant | null) =>
  render(
    <Around>
      <OnlineGameView user={mina} otherPlayer={otherPlayer} />
    </Around>,
  );
const strip = (side: 'X' | 'O') => document.querySelector(`div[data-side=${side}]`);

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  await fetchPiece('fire');
});

describe('the seats before an online game', () => {
  it('show what both players have equipped', () => {
    show(person('you', 'Yusuf'));
    expect(strip('X')?.querySelector('[data-decoration=thundering]')).not.toBeNull();
    expect(strip('X')?.querySelector('[data-piece-style=fire]')).not.toBeNull();
    expect(strip('O')?.querySelector('[data-decoration=firestorm]')).not.toBeNull();
  });

  it.each([
    ['Mina', 'me'],
    ['Yusuf', 'you'],
  ])('open the profile of %s by the picture', (name, userId) => {
    show(person('you', 'Yusuf'));
    fireEvent.click(screen.getByRole('button', { name: `${name}'s profile` }));
    expect(usePlayerCard.getState().userId).toBe(userId);
  });

  it('mark a computer player, who has no profile', () => {
    show(person(`${BOT_PREFIX}7`, 'Pixel Bot'));
    expect(strip('O')).toHaveTextContent('Pixel BotComputer');
    expect(screen.queryByRole('button', { name: /Pixel Bot/ })).toBeNull();
  });

  it('have no profile for a free seat', () => {
    show(null);
    expect(strip('O')).toHaveTextContent('No opponent yet');
    expect(screen.getAllByRole('button', { name: /'s profile$/ })).toHaveLength(1);
  });
});

describe('a lost connection before an online game', () => {
  afterEach(() => act(() => useConnectionStatus.setState({ status: 'off' })));

  it.each([
    ['covers', 'in a room', null, 'lost', 1],
    ['does not cover', 'in a room that is still connecting', null, 'connecting', 0],
    ['does not cover', 'outside a room', undefined, 'lost', 0],
  ] as const)('%s the board of a player %s', (_, __, otherPlayer, status, alerts) => {
    show(otherPlayer);
    act(() => useConnectionStatus.setState({ status }));
    expect(screen.queryAllByText('Connecting...')).toHaveLength(alerts);
  });

  it('covers the board of a spectator', () => {
    render(<SpectatorView onLeave={() => undefined} />, { wrapper: Around });
    act(() => useConnectionStatus.setState({ status: 'lost' }));
    expect(screen.getByText('Connecting...')).toBeVisible();
  });
});

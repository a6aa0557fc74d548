import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { probe, reconnect, send } from '@/lib/realtime/connection.ts';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { useToast } from '@/lib/toast.ts';
import { MatchDialog } from '../components/MatchDialog.tsx';
import { PlayOnline } from '../components/PlayOnline.tsx';
import type { Search } from '../model/search.ts';
import { quickMatch, useSearch } from '../model/store.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { expectAccessible } from '@/test/axe.ts';
import { press } from '@/test/press.ts';

vi.mock('@/lib/realtime/connection.ts', () => ({ probe: vi.fn(), reconnect: vi.fn(), send: vi.fn() }));
vi.mock('@/lib/api.ts', () => ({ api: { matchmaking: { join: vi.fn(), leave: vi.fn() } } }));

const join = vi.mocked(api.matchmaking.join);
const leave = vi.mocked(api.matchmaking.leave);
const opponent = { id: 'you', displayName: 'Yusuf', profileImageUrl: null, level: 7 } as Parameters<
  typeof quickMatch.found
>[1];

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  useMode.setState({ mode: 'online' });
  usePreferences.getState().set({ stake: 0 });
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.mocked(probe).mockReset().mockResolvedValue(20);
  join.mockReset().mockResolvedValue({ status: 'waiting', message: '' });
  leave.mockReset().mockResolvedValue({ message: '' });
});
afterEach(() => {
  quickMatch.over();
  vi.useRealTimers();
});

const onPlayComputer = vi.fn();

function Quick({ coins, stakeLimit }: Pick<User, 'coins' | 'stakeLimit'>) {
  const closed = useSearch(({ search }) => search.at === 'closed');
  return (
    <Around>
      <PlayOnline />
      {!closed && <MatchDialog user={{ coins, stakeLimit } as User} onPlayComputer={onPlayComputer} />}
    </Around>
  );
}

/** Opens the dialog with this balance. */
function open(coins: number) {
  render(<Quick coins={coins} />);
  press('Find Match');
}
async function start(coins = 2_000_000) {
  open(coins);
  press('Find Match');
  await advanceTime(0);
}
const bet = (name: RegExp) => screen.getByRole('radio', { name });

describe('choosing a bet', () => {
  it('begins with the friendly game, joins for what was chosen, and begins with that the next time', async () => {
    open(2_000_000);
    expect(bet(/^Friendly/)).toBeChecked();
    fireEvent.click(bet(/^Starter/));
    press('Find Match');
    await advanceTime(0);
    expect(join).toHaveBeenCalledWith(expect.objectContaining({ body: { betAmount: 5000 } }));
    act(() => quickMatch.over());
    press('Find Match');
    expect(bet(/^Starter/)).toBeChecked();
  });

  it('greys a bet above the limit of a new player, and says what ends the limit', () => {
    render(<Quick coins={2_000_000} stakeLimit={{ coins: 50_000, games: 20 }} />);
    press('Find Match');
    expect(bet(/^Starter/)).toBeEnabled();
    expect(bet(/^Pro/)).toBeDisabled();
    expect(bet(/^Pro/)).toHaveAccessibleDescription(
      'New players can bet up to 50,000 coins a game. Finish 20 games against at least 5 different people to bet more.',
    );
  });

  it('offers a newcomer the friendly game, and says what is missing for the others', async () => {
    open(1000);
    expect(bet(/^Friendly/)).toBeChecked();
    expect(bet(/^Starter/)).toBeDisabled();
    expect(bet(/^Starter/)).toHaveAccessibleDescription('You are 4,000 coins short');
    expect(bet(/^Pro/)).toBeDisabled();
    expect(screen.getByText('Average match time: 10–30 seconds')).toBeVisible();
  });
});

describe('the check of the connection', () => {
  it('that fails says so, connects again and tries again after 3 s', async () => {
    vi.mocked(probe).mockRejectedValueOnce(new Error('no answer'));
    await start();
    expect(screen.getByText('We are preparing your room, please wait..')).toBeVisible();
    expect(useAnnouncer.getState().polite).toBe('We are preparing your room, please wait..');
    expect(reconnect).toHaveBeenCalled();
    await advanceTime(2_999);
    expect(join).not.toHaveBeenCalled();
    await advanceTime(1);
    expect(join).toHaveBeenCalledTimes(1);
  });

  it('can be cancelled before the queue is joined, which is no departure from it', async () => {
    vi.mocked(probe).mockReturnValue(new Promise(() => undefined));
    await start();
    press('Cancel');
    await advanceTime(0);
    expect(leave).not.toHaveBeenCalled();
    expect(useToast.getState().current).toBeNull();
  });

  it('is given up after a minute', async () => {
    vi.mocked(probe).mockRejectedValue(new Error('no line'));
    await start();
    await advanceTime(66_000);
    expect(screen.getByRole('dialog', { name: 'Connection Error' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Connection issue. Please try again.');
    expect(join).not.toHaveBeenCalled();
  });
});

describe('searching', () => {
  it('shows seconds, hints by time, and a bar that warns from 25 s on', async () => {
    await start();
    expect(screen.getByText('Finding opponent...')).toBeVisible();
    await advanceTime(10_000);
    expect(screen.getByRole('timer')).toHaveTextContent('0:10');
    expect(screen.getByText('Expanding search...')).toBeVisible();
    await advanceTime(15_000);
    expect(screen.getByText('Finding opponent...')).toBeVisible();
    expect(screen.getByText(/^Almost there/)).toBeVisible();
  });

  it('is announced at 0, 10 and 25 s, and at no other time', async () => {
    const announcements: string[] = [];
    const stop = useAnnouncer.subscribe(({ polite }) => announcements.push(polite));
    await start();
    expect(announcements).toEqual(['Finding opponent...']);
    await advanceTime(59_000);
    stop();
    expect(announcements).toEqual([
      'Finding opponent...',
      'Expanding search...',
      expect.stringMatching(/^Almost there/),
    ]);
  });

  it('ends by itself after 60 s', async () => {
    await start();
    await advanceTime(60_000);
    expect(leave).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('alert')).toHaveTextContent('No opponent found. Please try again.');
    press('Try Again');
    expect(bet(/^Friendly/)).toBeChecked();
  });

  it('goes on at Escape and at a press beside the dialog', async () => {
    await start();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    await advanceTime(0);
    expect(screen.getByRole('dialog', { name: 'Searching...' })).toBeVisible();
    expect(leave).not.toHaveBeenCalled();
  });

  it('that was cancelled when the match was made already does not claim that the queue was left', async () => {
    leave.mockResolvedValue({ status: 'matched', message: '' });
    await start();
    press('Cancel');
    await advanceTime(0);
    expect(useToast.getState().current).toBeNull();
  });

  it('that was cancelled before the queue answered leaves it afterwards', async () => {
    let answer: (value: { status: 'waiting'; message: string }) => void = () => undefined;
    join.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await start();
    press('Cancel');
    await advanceTime(0);
    answer({ status: 'waiting', message: '' });
    await advanceTime(0);
    expect(leave).toHaveBeenCalledTimes(2);
    expect(useSearch.getState().search.at).toBe('closed');
  });

  it('shows who was found, and asks for the game when it does not come', async () => {
    await start();
    act(() => quickMatch.found(5000, opponent));
    expect(screen.getByRole('dialog', { name: 'Match found!' })).toHaveTextContent('Yusuf');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(useAnnouncer.getState().polite).toBe('Match found: Yusuf. Game starting for 5,000 coins...');
    expect(screen.getByText('Game starting for 5,000 coins...')).toBeVisible();
    await advanceTime(15_000);
    expect(send).toHaveBeenCalledWith({ type: 'request_current_game_state' });
    // None may have come of the match, and led back to the queue.
    expect(leave).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog', { name: 'Connection Error' })).toBeVisible();
  });

  it('is over when a game begins, wherever it stood', async () => {
    await start();
    act(() => quickMatch.over());
    expect(screen.queryByRole('dialog')).toBeNull();
    await advanceTime(60_000);
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('an error', () => {
  it('for want of coins has its own words, and a way to win some', async () => {
    join.mockRejectedValue(
      new ApiError(403, 'You need 1000 coins to play online. Win AI games to earn coins!', {
        code: 'INSUFFICIENT_COINS',
      }),
    );
    await start();
    expect(screen.getByRole('dialog', { name: 'Insufficient Coins' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'You need 1,000 coins to play online. Win AI games to earn coins!',
    );
    press('Play the computer');
    expect(onPlayComputer).toHaveBeenCalled();
  });

  it.each([
    ['QUEUE_UNAVAILABLE', 'Error', 'Matchmaking queue error. Please try again.'],
    ['MATCH_FAILED', 'Connection Error', 'Connection issue. Please try again.'],
    ['ALREADY_IN_GAME', 'Error', 'You are already in a game'],
    ['NEWER_THAN_US', 'Error', 'The hall is closed for a moment.'],
  ])('%s is shown as %s: %s', async (code, title, text) => {
    join.mockRejectedValue(new ApiError(409, 'The hall is closed for a moment.', { code }));
    await start();
    expect(screen.getByRole('dialog', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });

  it('over the socket ends the search as well', async () => {
    await start();
    act(() => quickMatch.rejected({ code: 'TIMEOUT', message: 'No opponent found. Please try again.' }));
    expect(screen.getByRole('alert')).toHaveTextContent('No opponent found. Please try again.');
  });
});

it('passes axe in any view', async () => {
  const check = async () => {
    vi.useRealTimers();
    await expectAccessible();
  };
  render(<Quick coins={1000} />);
  const show = (search: Search) => act(() => useSearch.setState({ search }));
  show({ at: 'choosing' });
  await check();
  show({ at: 'searching', bet: 5000, since: Date.now(), offer: 'open' });
  await check();
  show({ at: 'found', bet: 5000, opponent });
  await check();
  show({ at: 'rejected', problem: { title: 'Error', text: 'No.', code: 'TIMEOUT' } });
  await check();
});

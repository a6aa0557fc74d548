import { fromMoves } from '@fifteen/domain';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { useToast } from '@/lib/toast.ts';
import { addAward, pendingAwards, removeAward } from '../model/pendingAwards.ts';
import { startAwards } from '../model/startAwards.ts';
import { useLocalGame } from '../model/store.ts';
import { advanceTime } from '@/test/advanceTime.ts';

let signedIn: string | null = 'u1';
vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  signedInUserId: () => signedIn,
}));

const award = vi.spyOn(api.coins, 'award');
const claimed = () => award.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
const pendingGames = () => pendingAwards().map(({ game }) => game.id);
const tooEarly = (retryAfter: number) => new ApiError(429, 'Too many requests', { retryAfter });
const tooMany = () => new ApiError(429, 'Too many', { code: 'AWARD_LIMIT', retryAfter: 40_000 });

/** The tones of all toasts of the test, in order. */
let tones: (string | undefined)[] = [];
useToast.subscribe(({ current }, before) => {
  if (current && current.id !== before.current?.id) tones.push(current.tone);
});

/** Stores wins of the signed-in player from earlier visits, oldest first. */
function keepWins(...ids: string[]): void {
  for (const id of ids)
    addAward({ userId: signedIn ?? '', game: { id, difficulty: 'easy', moves: [1, 2, 6, 7, 11] } });
}

let stop = () => undefined as void;
const visit = () => {
  stop = startAwards(signedIn ?? '');
  return advanceTime(0);
};

/** Reports a win against the computer, which its player expects to be paid. Returns the id of the game. */
function reportWin(): string {
  const { game } = useLocalGame.getState();
  const won = { ...game, mode: 'ai', state: fromMoves([1, 2, 6, 7, 11]) } as const;
  useLocalGame.setState({ game: { ...won, phase: 'over' } });
  useLocalGame.setState({ game: { ...won, phase: 'resultShown' } });
  return game.id;
}

beforeAll(async () => {
  await startI18n();
  // Fetched lazily in the app; here before the clock is stopped.
  await import('../model/award.ts');
});
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  award.mockReset().mockResolvedValue({ coins: 1100 });
  usePreferences.getState().set({ sound: false });
  signedIn = 'u1';
  tones = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('wins of earlier visits', () => {
  it('are claimed one after the other, the oldest first', async () => {
    keepWins('local-game-1', 'local-game-2');
    let answer = (_: { coins: number }) => undefined as void;
    award.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await visit();
    expect(claimed()).toEqual(['local-game-1']);
    answer({ coins: 1100 });
    await advanceTime(0);
    expect(claimed()).toEqual(['local-game-1', 'local-game-2']);
    expect(pendingGames()).toEqual([]);
  });

  it('wait silently as long as the server asks for, then claim the same win again', async () => {
    keepWins('local-game-1', 'local-game-2');
    award.mockResolvedValueOnce({ coins: 1100 }).mockRejectedValueOnce(tooEarly(5));
    await visit();
    dispatchEvent(new Event('online'));
    await advanceTime(4_999);
    expect(claimed()).toEqual(['local-game-1', 'local-game-2']);
    expect(tones).toEqual(['coins']);
    await advanceTime(1);
    expect(claimed()).toEqual(['local-game-1', 'local-game-2', 'local-game-2']);
    expect(pendingGames()).toEqual([]);
  });

  it.each([
    ['the limit of the day is reached', tooMany],
    ['there is no answer', () => ApiError.unanswered('NETWORK', null)],
    ['another player has signed in', () => new ApiError(403, 'Access denied', { code: 'FORBIDDEN' })],
  ])('are kept without a notice when %s', async (_, error) => {
    keepWins('local-game-1', 'local-game-2');
    award.mockRejectedValue(error());
    await visit();
    await advanceTime(120_000);
    expect(claimed()).toEqual(['local-game-1']);
    expect(pendingGames()).toEqual(['local-game-1', 'local-game-2']);
    expect(tones).toEqual([]);
  });

  it('are claimed when the network returns, until the game is left', async () => {
    keepWins('local-game-1');
    award.mockRejectedValueOnce(ApiError.unanswered('NETWORK', null));
    await visit();
    expect(pendingGames()).toEqual(['local-game-1']);
    dispatchEvent(new Event('online'));
    await advanceTime(0);
    expect(pendingGames()).toEqual([]);
    keepWins('local-game-2');
    stop();
    dispatchEvent(new Event('online'));
    await advanceTime(0);
    expect(claimed()).toHaveLength(2);
  });

  it('wait for another tab that claims them, which then also announces them', async () => {
    keepWins('local-game-1', 'local-game-2');
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const locks = { request: (_: string, job: () => Promise<void>) => held.then(job) };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    await visit();
    expect(claimed()).toEqual([]);
    removeAward('local-game-1');
    release();
    await advanceTime(0);
    Reflect.deleteProperty(navigator, 'locks');
    expect(claimed()).toEqual(['local-game-2']);
    expect(tones).toEqual(['coins']);
  });

  it('do not stop at one that the server rejects for good', async () => {
    keepWins('local-game-1', 'local-game-2');
    award.mockRejectedValueOnce(new ApiError(400, 'Not a win', { code: 'INVALID_GAME' }));
    await visit();
    expect(claimed()).toEqual(['local-game-1', 'local-game-2']);
    expect(pendingGames()).toEqual([]);
    expect(tones).toEqual(['error', 'coins']);
  });
});

it('says why a win that was just reported is not paid, and keeps it', async () => {
  await visit();
  award.mockRejectedValue(tooMany());
  const id = reportWin();
  await advanceTime(120_000);
  expect(claimed()).toEqual([id]);
  expect(pendingGames()).toEqual([id]);
  expect(tones).toEqual(['error']);
});

describe('after another player has signed in', () => {
  /** Another player signs in. */
  const changePlayer = () => {
    stop();
    useLocalGame.setState(useLocalGame.getInitialState());
    signedIn = 'u2';
  };

  it('claims their wins at once, and those of the last player no longer', async () => {
    await visit();
    award.mockRejectedValueOnce(tooEarly(60));
    const id = reportWin();
    await advanceTime(0);
    changePlayer();
    keepWins('local-game-2');
    await visit();
    expect(claimed()).toEqual([id, 'local-game-2']);
    await advanceTime(120_000);
    expect(claimed()).toHaveLength(2);
    expect(pendingGames()).toEqual([id]);
    expect(tones).toEqual(['coins']);
  });

  it.each([
    ['paid', () => award.mockResolvedValue({ coins: 1100 })],
    ['rejected', () => award.mockRejectedValue(new ApiError(403, 'Access denied', { code: 'FORBIDDEN' }))],
  ])('shows them no win of the last player that was %s meanwhile', async (_, answerWith) => {
    await visit();
    answerWith();
    const answer = award.getMockImplementation();
    let respond = () => undefined as void;
    const held = new Promise<void>((resolve) => (respond = resolve));
    award.mockImplementation((request) => held.then(() => answer!(request)));
    reportWin();
    await advanceTime(0);
    changePlayer();
    await visit();
    respond();
    await advanceTime(0);
    expect(tones).toEqual([]);
  });

  it('claims the rest of the wins of a player who signs in again', async () => {
    keepWins('local-game-1');
    award.mockRejectedValueOnce(tooEarly(60));
    await visit();
    changePlayer();
    await visit();
    await advanceTime(60_000);
    expect(pendingGames()).toEqual(['local-game-1']);
    stop();
    signedIn = 'u1';
    await visit();
    expect(pendingGames()).toEqual([]);
  });
});

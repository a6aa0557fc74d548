import type { Game } from '@fifteen/contract';
import { NEW_GAME, type Position } from '@fifteen/domain';
import { describe, expect, it } from 'vitest';
import { endingOf, isAlone } from '../model/ending.ts';
import {
  mayMove,
  initialState,
  type Online,
  type OnlineEvent,
  moveErrorAt,
  shownState,
  step,
  turnOf,
} from '../model/onlineGame.ts';
import { DRAW, gameAfter, resultOf, WIN_FOR_O, WIN_FOR_X } from '@/test/onlineGames.ts';

const run = (...events: OnlineEvent[]): Online => events.reduce(step, initialState('me'));
const gameJoined = (moves: readonly number[] = [], change: Partial<Game> = {}): OnlineEvent => ({
  type: 'gameJoined',
  game: gameAfter(moves, change),
});
const updated = (moves: readonly number[], change: Partial<Game> = {}): OnlineEvent => ({
  type: 'updated',
  game: gameAfter(moves, change),
});
const press = (position: Position): OnlineEvent => ({ type: 'press', position });
const over = (moves: readonly number[]): OnlineEvent => ({
  type: 'over',
  result: resultOf(gameAfter(moves)),
});

describe('the online game', () => {
  it('is set by a game that is on, and by no other', () => {
    expect(run(gameJoined()).onlineGame?.phase).toBe('playing');
    expect(run(gameJoined(WIN_FOR_X)).onlineGame).toBeNull();
    expect(run(updated([])).onlineGame).toBeNull();
  });

  it('takes the newest version, whatever comes late or twice', () => {
    const online = run(gameJoined(), updated([1, 2, 3]), updated([1, 2]), updated([1, 2, 3]));
    expect(online.onlineGame?.game.version).toBe(3);
    expect(online.onlineGame?.confirmedState.moves).toEqual([1, 2, 3]);
  });

  it('takes an older version as the first state of a new connection: the data may have been restored', () => {
    const online = run(
      ...[gameJoined([1, 2, 3]), { type: 'interrupted' } as const, gameJoined([1])],
      updated([1, 4]),
      updated([1]),
    );
    expect(online.onlineGame?.confirmedState.moves).toEqual([1, 4]);
  });

  it('takes no older version after a newer one came on the new connection', () => {
    const online = run(gameJoined([1]), { type: 'interrupted' }, updated([1, 2]), gameJoined([1]));
    expect(online.onlineGame?.confirmedState.moves).toEqual([1, 2]);
  });

  it('takes a moved deadline under the same version', () => {
    const serverTime = Date.now() + 9000;
    const online = run(gameJoined([1]), updated([1], { serverTime, timeRemaining: 30 }));
    expect(online.onlineGame?.game.serverTime).toBe(serverTime);
  });

  it('rejects a board that the rules cannot reach', () => {
    const before = run(gameJoined());
    expect(step(before, { type: 'updated', game: { ...gameAfter([1]), version: 9, moves: [8, 8] } })).toBe(
      before,
    );
  });

  it('is cleared when the game is gone, and a late message does not restore it', () => {
    const online = run(gameJoined([1]), { type: 'dismissed', gameId: 'g1' });
    expect(online.onlineGame).toBeNull();
    expect(step(online, gameJoined([1, 2]))).toBe(online);
  });

  it('passes to the next game, and the last one is over', () => {
    const online = run(gameJoined(), { type: 'gameJoined', game: gameAfter([], { id: 'g2' }) });
    expect(online.onlineGame?.game.id).toBe('g2');
    expect(step(online, gameJoined([1]))).toBe(online);
  });

  it('knows which players are offline, and since when: the earliest reported time', () => {
    const opponentOffline = { type: 'offline', userId: 'you', since: 2000 } as const;
    const online = run(
      gameJoined(),
      opponentOffline,
      { type: 'online', userId: 'me' },
      { ...opponentOffline, userId: 'spectator' },
    );
    expect(online.onlineGame?.offline).toEqual({ you: 2000 });
    expect(step(online, { ...opponentOffline, since: 1000 }).onlineGame?.offline).toEqual({ you: 1000 });
    expect(step(online, { ...opponentOffline, since: 3000 })).toBe(online);
    expect(step(online, { type: 'online', userId: 'you' }).onlineGame?.offline).toEqual({});
  });

  it('that was over before this page was there lies on the board, its result to be opened', () => {
    const game = gameAfter(WIN_FOR_X);
    const online = run({ type: 'previousGameLoaded', game });
    expect(online.onlineGame).toMatchObject({ phase: 'closed', game: { id: 'g1' } });
    expect(step(online, { type: 'open' }).onlineGame?.phase).toBe('shown');
    expect(run(gameJoined(), { type: 'previousGameLoaded', game }).onlineGame?.phase).toBe('playing');
    expect(run({ type: 'previousGameLoaded', game: { ...game, status: 'abandoned' } }).onlineGame).toBeNull();
  });
});

describe('an own move', () => {
  it('is seen at once, and nothing else can be pressed until it is confirmed', () => {
    const online = run(gameJoined(), press(7));
    expect(online.onlineGame && shownState(online.onlineGame).moves).toEqual([7]);
    expect(mayMove(online)).toBe(false);
    expect(step(online, press(9))).toBe(online);
    const confirmed = step(online, updated([7]));
    expect(confirmed.onlineGame).toMatchObject({ pendingMove: null, confirmedState: { moves: [7] } });
  });

  it('is taken back when the server rejects it', () => {
    const online = run(gameJoined(), press(7), { type: 'rejected', gameId: 'g1' });
    expect(online.onlineGame && shownState(online.onlineGame)).toEqual(NEW_GAME);
    expect(mayMove(online)).toBe(true);
    expect(run(gameJoined(), press(7), { type: 'rejected', gameId: 'g0' }).onlineGame?.pendingMove).toBe(7);
  });

  it('gives way to what the server played instead, and stays through what does not touch it', () => {
    expect(run(gameJoined(), press(7), updated([9])).onlineGame?.pendingMove).toBeNull();
    expect(
      run(gameJoined([1, 2]), press(7), updated([1, 2], { version: 5, autoPlayActive: 'O' })).onlineGame
        ?.pendingMove,
    ).toBe(7);
  });

  it('is dropped once the game has gone on without it, also if its cell is free at the next turn', () => {
    expect(run(gameJoined(), press(7), updated([1, 2])).onlineGame?.pendingMove).toBeNull();
    const restored = [{ type: 'interrupted' } as const, gameJoined([1, 4])];
    expect(run(gameJoined([1, 2]), press(7), ...restored).onlineGame?.pendingMove).toBeNull();
  });

  it('that wins shows its line before the server has spoken', () => {
    const online = run(gameJoined(WIN_FOR_X.slice(0, 4)), press(12));
    expect(online.onlineGame && shownState(online.onlineGame).outcome?.winner).toBe('X');
    expect(online.onlineGame && turnOf(online.onlineGame)).toBeNull();
    expect(online.onlineGame?.phase).toBe('playing');
  });

  it.each([
    ['no game', initialState('me'), 1, 'not-ready'],
    ['a watcher', { ...run(gameJoined()), me: 'third' }, 1, 'not-a-player'],
    ['an end', run(gameJoined(), updated(WIN_FOR_X)), 15, 'not-active'],
    ['an occupied cell', run(gameJoined([1, 2])), 2, 'occupied'],
    ['the locked centre', run(gameJoined()), 8, 'centre-locked'],
    ["the opponent's turn", run(gameJoined([1])), 2, 'out-of-turn'],
  ] as const)('is none after %s', (_, online, position, moveError) => {
    expect(moveErrorAt(online, position)).toBe(moveError);
    expect(step(online, press(position))).toBe(online);
  });

  it('may come from a seat on auto-play: that takes it back', () => {
    expect(mayMove(run(gameJoined([], { autoPlayActive: 'X' })))).toBe(true);
  });
});

describe('the end', () => {
  it('is seen on the board, then shown, then put away, and not shown again', () => {
    let online = run(gameJoined(), updated(WIN_FOR_X));
    expect(online.onlineGame?.phase).toBe('ended');
    online = step(step(online, { type: 'show' }), { type: 'close' });
    expect(online.onlineGame?.phase).toBe('closed');
    expect(step(online, over(WIN_FOR_X)).onlineGame).toMatchObject({
      phase: 'closed',
      result: { winner: 'X' },
    });
  });

  it.each([
    [WIN_FOR_X, { kind: 'won', coins: 5000, byLeaving: false }],
    [WIN_FOR_O, { kind: 'lost', coins: 5000, byLeaving: false }],
    [DRAW, { kind: 'draw', coins: 0, byLeaving: false }],
  ])('of %j is known from the board alone', (moves, ending) => {
    const { onlineGame } = run(gameJoined(), updated(moves));
    expect(onlineGame && endingOf(onlineGame, 'me')).toMatchObject(ending);
  });

  it('by leaving is shown at once', () => {
    const game = gameAfter([1], { status: 'abandoned', version: 2 });
    const result = resultOf(game, { winner: 'X', condition: 'abandonment', isAbandonmentWin: true });
    const { onlineGame } = run(gameJoined([1]), { type: 'over', result });
    expect(onlineGame?.phase).toBe('shown');
    expect(onlineGame && endingOf(onlineGame, 'me')).toMatchObject({
      kind: 'won',
      coins: 5000,
      byLeaving: true,
    });
    expect(onlineGame && isAlone(onlineGame, 'me')).toBe(true);
    expect(onlineGame && isAlone(onlineGame, 'you')).toBe(false);
  });

  it('of an abandoned game without a leaver takes no side', () => {
    const { onlineGame } = run(gameJoined([1]), updated([1], { status: 'abandoned', version: 2 }));
    expect(onlineGame && endingOf(onlineGame, 'me')).toMatchObject({
      kind: 'over',
      coins: 0,
      byLeaving: true,
    });
  });
});

import { DIFFICULTIES, opponentOf, type Position, POSITIONS, type Side, sideToMove } from '@fifteen/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canTakeBack,
  earnsCoins,
  type LocalEvent,
  type LocalGame,
  moveErrorAt,
  newGame,
  nextSide,
  parse,
  serialise,
  step,
} from '../model/localGame.ts';

const positions = fc.constantFrom(...POSITIONS);
const sides = fc.constantFrom<Side | null>('X', 'O', null);
const difficulties = fc.constantFrom(...DIFFICULTIES);
const events: fc.Arbitrary<LocalEvent> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('press' as const), position: positions }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('reply' as const), position: positions }) },
  { weight: 2, arbitrary: sides.map((own) => ({ type: 'tick' as const, id: 'local-game-2', own })) },
  fc.constantFrom<LocalEvent>({ type: 'take-back' }, { type: 'assist' }),
  {
    weight: 3,
    arbitrary: fc.constantFrom<LocalEvent>({ type: 'show-result' }, { type: 'close' }, { type: 'rematch' }),
  },
  fc.record({
    type: fc.constant('new' as const),
    id: fc.constant('local-game-3'),
    own: sides,
    difficulty: difficulties,
  }),
);

/** Long enough for a game to end, and to be counted down to the next. */
const stories = fc.array(events, { maxLength: 80, size: 'max' });

const play = (game: LocalGame, ...list: LocalEvent[]) => list.reduce(step, game);
const press = (...cells: number[]) =>
  cells.map((position) => ({ type: 'press', position }) as Extract<LocalEvent, { type: 'press' }>);
const passPlay = newGame('local-game-1', 'medium', null);
const againstComputer = newGame('local-game-1', 'easy', 'X');
const asO = newGame('local-game-1', 'easy', 'O');

/** Checks the invariants of every local game. */
function check(game: LocalGame): void {
  const { phase, state, mode, own, countdown } = game;
  if (phase === 'turn' || phase === 'thinking') expect(state.outcome).toBeNull();
  expect(mode).toBe(own === null ? 'pass-play' : 'ai');
  if (phase === 'thinking') expect(own).toBe(opponentOf(sideToMove(state)));
  if (phase === 'turn' && own !== null) expect(sideToMove(state)).toBe(own);
  if (own === null) expect(game.assisted).toBe(false);
  if (!['turn', 'thinking'].includes(phase)) expect(state.outcome).not.toBeNull();
  expect(countdown).toBe(phase === 'countdown' ? Math.min(2, Math.max(1, countdown)) : 0);
  expect(new Set(state.moves).size).toBe(state.moves.length);
  expect(state.moves[0]).not.toBe(8);
}

describe('a local game', () => {
  it('never reaches an impossible state, whatever happens to it', () => {
    const reached = new Set<LocalGame['phase']>();
    fc.assert(
      fc.property(sides, difficulties, stories, (own, difficulty, list) => {
        let game = newGame('local-game-1', difficulty, own);
        for (const event of list) {
          check((game = step(game, event)));
          reached.add(game.phase);
        }
      }),
    );
    const phases = ['turn', 'thinking', 'over', 'resultShown', 'closed', 'countdown'];
    expect([...reached].toSorted()).toEqual(phases.toSorted());
  });

  it('comes back from storage as it was, as long as it is on', () => {
    const counts = { running: 0, over: 0, reported: 0 };
    fc.assert(
      fc.property(sides, difficulties, stories, (own, difficulty, list) => {
        const game = play(newGame('local-game-1', difficulty, own), ...list);
        const isReported = game.state.outcome !== null && game.phase !== 'over';
        counts[isReported ? 'reported' : game.phase === 'over' ? 'over' : 'running'] += 1;
        expect(parse(serialise(game))).toEqual(isReported ? null : game);
      }),
    );
    for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(0);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"id":"other","gameMode":"ai","aiDifficulty":"easy","moves":[]}',
    '{"id":"local-game-1","gameMode":"online","aiDifficulty":"easy","moves":[]}',
    '{"id":"local-game-1","gameMode":"ai","aiDifficulty":"godlike","moves":[]}',
    '{"id":"local-game-1","gameMode":"ai","aiDifficulty":"easy","moves":[8]}',
    '{"id":"local-game-1","gameMode":"ai","aiDifficulty":"easy","moves":[1,1]}',
    '{"id":"local-game-1","gameMode":"ai","aiDifficulty":"easy","moves":"1,2"}',
  ])('does not take %s for a kept game', (text) => expect(parse(text)).toBeNull());

  it('lets the computer answer between two moves of the user', () => {
    const game = play(againstComputer, ...press(1));
    expect(game.phase).toBe('thinking');
    expect(moveErrorAt(game, 2)).toBe('out-of-turn');
    expect(play(game, ...press(2))).toBe(game);
    expect(step(game, { type: 'reply', position: 8 })).toMatchObject({
      phase: 'turn',
      state: { moves: [1, 8] },
    });
  });

  it('takes turns between two players', () => {
    expect(play(passPlay, ...press(1, 8, 2)).state.moves).toEqual([1, 8, 2]);
  });

  it('ends, is reported, put away, and counted down to the next: 2, 1, new', () => {
    const over = play(passPlay, ...press(1, 2, 6, 3, 11));
    expect(over).toMatchObject({ phase: 'over', state: { outcome: { winner: 'X', condition: 'vertical' } } });
    const shown = step(over, { type: 'show-result' });
    expect(shown.phase).toBe('resultShown');
    expect(step(shown, { type: 'close' }).phase).toBe('closed');
    const counting = step(shown, { type: 'rematch' });
    expect(counting).toMatchObject({ phase: 'countdown', countdown: 2 });
    const one = step(counting, { type: 'tick', id: 'local-game-2', own: null });
    expect(one).toMatchObject({ phase: 'countdown', countdown: 1 });
    expect(step(one, { type: 'tick', id: 'local-game-2', own: null })).toEqual(
      newGame('local-game-2', 'medium', null),
    );
  });

  it('begins with the computer where the user plays O', () => {
    expect(asO.phase).toBe('thinking');
    expect(step(asO, { type: 'reply', position: 7 })).toMatchObject({ phase: 'turn', state: { moves: [7] } });
  });

  it('kept by a version without a choice of sides is one in which the user is X', () => {
    const saved =
      '{"id":"local-game-1","gameMode":"ai","aiDifficulty":"easy","playerOId":"ai","moves":[1,2]}';
    expect(parse(saved)).toMatchObject({
      own: 'X',
      assisted: false,
      phase: 'turn',
      state: { moves: [1, 2] },
    });
  });
});

describe('taking back', () => {
  const takeBack: LocalEvent = { type: 'take-back' };
  const reply = (position: Position): LocalEvent => ({ type: 'reply', position });

  it('undoes the last move and its reply, and makes the game practice', () => {
    const replied = play(againstComputer, ...press(1), reply(8));
    expect(step(replied, takeBack)).toMatchObject({ phase: 'turn', assisted: true, state: { moves: [] } });
    expect(earnsCoins(step(replied, takeBack))).toBe(false);
  });

  it('undoes a move that the computer has not replied to yet', () => {
    const game = play(againstComputer, ...press(1), reply(8), ...press(2));
    expect(step(game, takeBack)).toMatchObject({ phase: 'turn', state: { moves: [1, 8] } });
  });

  it('leaves the first move of the computer where the user plays O', () => {
    const opened = step(asO, reply(7));
    expect(canTakeBack(opened)).toBe(false);
    expect(step(opened, takeBack)).toBe(opened);
    const replied = play(opened, ...press(1), reply(2));
    expect(step(replied, takeBack)).toMatchObject({ phase: 'turn', state: { moves: [7] } });
  });

  it('is not possible before a move, between two players, or when the game is over', () => {
    const over = play(againstComputer, ...press(1), reply(2), ...press(6), reply(3), ...press(11));
    expect(over.phase).toBe('over');
    for (const game of [againstComputer, play(passPlay, ...press(1)), over])
      expect(step(game, takeBack)).toBe(game);
  });
});

describe('coins', () => {
  it('are earned as X without help, and not otherwise', () => {
    expect(earnsCoins(againstComputer)).toBe(true);
    expect(earnsCoins(step(againstComputer, { type: 'assist' }))).toBe(false);
    for (const game of [asO, passPlay]) expect(earnsCoins(game)).toBe(false);
  });
});

describe('the side of the next game', () => {
  const over = play(againstComputer, ...press(1), { type: 'reply', position: 2 }, ...press(6), {
    type: 'reply',
    position: 3,
  });

  it('is the one that was chosen', () => {
    for (const side of ['X', 'O'] as const) expect(nextSide(side, over)).toBe(side);
  });

  it('by turns changes with each finished game, and begins with X', () => {
    const won = play(over, ...press(11));
    expect(nextSide('turns', won)).toBe('O');
    expect(nextSide('turns', over)).toBe('X');
    expect(nextSide('turns', asO)).toBe('O');
    expect(nextSide('turns', passPlay)).toBe('X');
  });
});

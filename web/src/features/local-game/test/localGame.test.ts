import { DIFFICULTIES, POSITIONS, sideToMove } from '@fifteen/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LocalEvent,
  type LocalGame,
  newGame,
  parse,
  moveErrorAt,
  serialise,
  step,
} from '../model/localGame.ts';

const positions = fc.constantFrom(...POSITIONS);
const modes = fc.constantFrom('ai' as const, 'pass-play' as const);
const difficulties = fc.constantFrom(...DIFFICULTIES);
const events: fc.Arbitrary<LocalEvent> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('press' as const), position: positions }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('reply' as const), position: positions }) },
  fc.constantFrom<LocalEvent>(
    { type: 'report' },
    { type: 'close' },
    { type: 'rematch' },
    { type: 'tick', id: 'local-game-2' },
  ),
  fc.record({
    type: fc.constant('new' as const),
    id: fc.constant('local-game-3'),
    mode: modes,
    difficulty: difficulties,
  }),
);

const play = (game: LocalGame, ...list: LocalEvent[]) => list.reduce(step, game);
const press = (...cells: number[]) =>
  cells.map((position) => ({ type: 'press', position }) as Extract<LocalEvent, { type: 'press' }>);
const passPlay = newGame('local-game-1', 'pass-play', 'medium');
const againstComputer = newGame('local-game-1', 'ai', 'easy');

/** What must hold of every local game, however it came about. */
function check(game: LocalGame): void {
  const { phase, state, mode, countdown } = game;
  if (phase === 'turn' || phase === 'thinking') expect(state.outcome).toBeNull();
  if (phase === 'thinking') expect([mode, sideToMove(state)]).toEqual(['ai', 'O']);
  if (phase === 'turn' && mode === 'ai') expect(sideToMove(state)).toBe('X');
  if (!['turn', 'thinking'].includes(phase)) expect(state.outcome).not.toBeNull();
  expect(countdown).toBe(phase === 'countdown' ? Math.min(2, Math.max(1, countdown)) : 0);
  expect(new Set(state.moves).size).toBe(state.moves.length);
  expect(state.moves[0]).not.toBe(8);
}

describe('a local game', () => {
  it('never reaches an impossible state, whatever happens to it', () => {
    fc.assert(
      fc.property(modes, difficulties, fc.array(events, { maxLength: 60 }), (mode, difficulty, list) => {
        let game = newGame('local-game-1', mode, difficulty);
        for (const event of list) check((game = step(game, event)));
      }),
    );
  });

  it('comes back from storage as it was, as long as it is on', () => {
    fc.assert(
      fc.property(modes, difficulties, fc.array(events, { maxLength: 40 }), (mode, difficulty, list) => {
        const game = play(newGame('local-game-1', mode, difficulty), ...list);
        const isReported = game.state.outcome !== null && game.phase !== 'over';
        expect(parse(serialise(game))).toEqual(isReported ? null : game);
      }),
    );
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
    const asked = play(againstComputer, ...press(1));
    expect(asked.phase).toBe('thinking');
    expect(moveErrorAt(asked, 2)).toBe('out-of-turn');
    expect(play(asked, ...press(2))).toBe(asked);
    expect(step(asked, { type: 'reply', position: 8 })).toMatchObject({
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
    const reported = step(over, { type: 'report' });
    expect(reported.phase).toBe('reported');
    expect(step(reported, { type: 'close' }).phase).toBe('closed');
    const counting = step(reported, { type: 'rematch' });
    expect(counting).toMatchObject({ phase: 'countdown', countdown: 2 });
    const one = step(counting, { type: 'tick', id: 'local-game-2' });
    expect(one).toMatchObject({ phase: 'countdown', countdown: 1 });
    expect(step(one, { type: 'tick', id: 'local-game-2' })).toEqual(
      newGame('local-game-2', 'pass-play', 'medium'),
    );
  });
});

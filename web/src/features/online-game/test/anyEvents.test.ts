import { fromMoves, legalMoves, NEW_GAME, type Position, sideToMove } from '@fifteen/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  initialState,
  type Online,
  type OnlineEvent,
  type OnlineGame,
  shownState,
  step,
} from '../model/onlineGame.ts';
import { gameAfter, resultOf } from '@/test/onlineGames.ts';

/** One legal game in any order of events, with presses, errors, ends, repeats and lost connections. */
const story = fc
  .tuple(
    fc.array(fc.nat(14), { minLength: 15, maxLength: 15 }),
    fc.array(fc.tuple(fc.nat(12), fc.nat(15)), { maxLength: 60 }),
  )
  .map(([choices, picks]) => {
    let state = NEW_GAME;
    for (const choice of choices) {
      const legal = legalMoves(state);
      const move = legal[choice % Math.max(1, legal.length)];
      if (move !== undefined) state = fromMoves([...state.moves, move]);
    }
    return picks.flatMap(([kind, n]): OnlineEvent | OnlineEvent[] => {
      const moves = state.moves.slice(0, Math.min(n, state.moves.length));
      const id = n % 5 === 4 ? 'g2' : 'g1';
      switch (kind) {
        case 0:
          return { type: 'gameJoined', game: gameAfter(moves, { id }) };
        case 1:
        case 2:
        case 3:
          return { type: 'updated', game: gameAfter(moves, { id }) };
        case 4:
        case 5:
          return { type: 'press', position: ((n % 15) + 1) as Position };
        case 6:
          return { type: 'rejected', gameId: id };
        case 7:
          return { type: 'over', result: resultOf(gameAfter(state.moves, { id })) };
        case 8:
          return n % 2 ? { type: 'show' } : { type: n % 4 ? 'close' : 'open' };
        case 9:
          return [
            { type: 'interrupted' },
            { type: n % 3 ? 'gameJoined' : 'updated', game: gameAfter(moves, { id }) },
          ];
        case 10:
          return { type: 'previousGameLoaded', game: gameAfter(n % 2 ? state.moves : moves, { id }) };
        case 11:
          return { type: 'online', userId: n % 2 ? 'you' : 'me' };
        default:
          return n === 0 ? { type: 'dismissed', gameId: id } : { type: 'offline', userId: 'you', since: n };
      }
    });
  });

/** Whether an event is the first state of a new connection, which counts whatever its version. */
const isFirstState = ({ onlineGame }: Online, event: OnlineEvent): boolean =>
  event.type === 'gameJoined' &&
  event.game.id === onlineGame?.game.id &&
  onlineGame.isOutdated &&
  onlineGame.phase === 'playing';

/** Expects what an event alone decides, in a game that goes on after it. */
function expectEffect(before: Online, event: OnlineEvent, online: Online, now: OnlineGame): void {
  switch (event.type) {
    case 'gameJoined':
      if (isFirstState(before, event)) expect(now).toMatchObject({ game: event.game, isOutdated: false });
      break;
    case 'interrupted':
      expect(now).toEqual({ ...before.onlineGame, isOutdated: true });
      break;
    case 'previousGameLoaded':
      if (before.onlineGame) expect(online).toBe(before);
      else expect(now).toMatchObject({ game: event.game, phase: 'closed', result: null });
      break;
    case 'offline':
      expect(now.offline[event.userId]).toBeLessThanOrEqual(event.since);
      break;
    case 'online':
      expect(now.offline).not.toHaveProperty(event.userId);
  }
}

it('no order of events leads where no game can be', () => {
  let restorations = 0;
  fc.assert(
    fc.property(story, (events) => {
      let online = initialState('me');
      for (const event of events) {
        const before = online;
        online = step(online, event);
        const { onlineGame } = online;
        if (!onlineGame) continue;
        if (before.onlineGame?.game.id === onlineGame.game.id) {
          const isOlder = onlineGame.game.version < before.onlineGame.game.version;
          if (isOlder) restorations += 1;
          expect(isOlder && !isFirstState(before, event)).toBe(false);
        }
        expectEffect(before, event, online, onlineGame);
        expect(before.dismissed).not.toContain(onlineGame.game.id);
        expect(onlineGame.confirmedState.moves).toEqual(onlineGame.game.moves);
        expect(onlineGame.phase === 'playing').toBe(onlineGame.game.status === 'active');
        if (onlineGame.pendingMove !== null) {
          expect(onlineGame.phase).toBe('playing');
          expect(sideToMove(onlineGame.confirmedState)).toBe('X');
          expect(onlineGame.confirmedState.moves).not.toContain(onlineGame.pendingMove);
          // Throws unless it is legal.
          shownState(onlineGame);
        }
        if (onlineGame.result) expect(onlineGame.phase).not.toBe('playing');
      }
    }),
    { numRuns: 400 },
  );
  expect(restorations).toBeGreaterThan(0);
});

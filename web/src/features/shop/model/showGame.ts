import {
  applyMove,
  type GameState,
  NEW_GAME,
  type Position,
  POSITIONS,
  sideToMove,
  violationOf,
} from '@fifteen/domain';
import { useEffect, useState } from 'react';

/** Times of the moves that the player leaves to the game; milliseconds. Seven moves leave a third of the ten seconds to the win. */
const FIRST_MOVE = 500;
const NEXT_MOVE = 850;

/** X completes a row of four, so that an item is seen placed, on turn and winning. */
const script: readonly Position[] = [2, 7, 3, 13, 4, 9, 5];

const isFree = (state: GameState, position: Position) =>
  violationOf(state, sideToMove(state), position) === null;

const nextOf = (state: GameState): Position | undefined =>
  [...script, ...POSITIONS].find((position) => isFree(state, position));

const play = (state: GameState, position: Position | undefined): GameState =>
  position !== undefined && isFree(state, position) ? applyMove(state, position) : state;

/** A game that plays itself to its end; the player may move for both sides meanwhile. */
export function useShowGame(): { state: GameState; press: (position: Position) => void } {
  const [state, setState] = useState(NEW_GAME);
  useEffect(() => {
    if (state.outcome) return undefined;
    const wait = state.moves.length === 0 ? FIRST_MOVE : NEXT_MOVE;
    const timer = setTimeout(() => setState(play(state, nextOf(state))), wait);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, press: (position) => setState((now) => play(now, position)) };
}

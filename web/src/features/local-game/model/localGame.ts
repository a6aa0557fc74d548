import { PLAY_AGAIN_COUNTDOWN } from '@fifteen/contract/constants';
import {
  applyMove,
  type Difficulty,
  DIFFICULTIES,
  type GameState,
  NEW_GAME,
  type Position,
  type Refusal,
  refusalOf,
  replay,
  type Side,
  sideToMove,
} from '@fifteen/rules';

export type LocalMode = 'ai' | 'pass-play';

/**
 * Where a local game stands: a player's turn; the computer thinking (1 s); over, with the report still to come (1.5 s,
 * so that the line is seen being drawn); reported; the report put away; counting 2-1 to the next game.
 */
type Phase = 'turn' | 'thinking' | 'over' | 'reported' | 'closed' | 'countdown';

export interface LocalGame {
  /** Begins with `local-game`; the server pays an award once for each (docs/spec/play.md#play-3.1). */
  readonly id: string;
  readonly mode: LocalMode;
  readonly difficulty: Difficulty;
  /** Plays O: the computer, or the second player at this device (docs/spec/play.md#play-3.1). */
  readonly playerOId: 'ai' | 'player2';
  readonly state: GameState;
  readonly phase: Phase;
  /** 2, 1 while counting down, else 0. */
  readonly countdown: number;
}

export type LocalEvent =
  | { type: 'press'; position: Position }
  | { type: 'reply'; position: Position }
  | { type: 'report' }
  | { type: 'close' }
  | { type: 'rematch' }
  | { type: 'tick'; id: string }
  | { type: 'new'; id: string; mode: LocalMode; difficulty: Difficulty };

/** The user plays X against the computer; on one device both play. */
export const humanSide = (game: LocalGame): Side | null => (game.mode === 'ai' ? 'X' : null);

const opponentIn = (mode: LocalMode) => (mode === 'ai' ? 'ai' : 'player2');

export function newGame(id: string, mode: LocalMode, difficulty: Difficulty): LocalGame {
  return { id, mode, difficulty, playerOId: opponentIn(mode), state: NEW_GAME, phase: 'turn', countdown: 0 };
}

function phaseAfter(mode: LocalMode, state: GameState): Phase {
  if (state.outcome) return 'over';
  return mode === 'ai' && sideToMove(state) === 'O' ? 'thinking' : 'turn';
}

function moved(game: LocalGame, position: Position): LocalGame {
  const state = applyMove(game.state, position);
  return { ...game, state, phase: phaseAfter(game.mode, state) };
}

/** Why a press on a cell would change nothing, or null when it is a move. */
export function moveErrorAt(game: LocalGame, position: Position): Refusal | null {
  return refusalOf(game.state, humanSide(game) ?? sideToMove(game.state), position);
}

/** One step of a local game. An event that does not fit where the game stands changes nothing. */
export function step(game: LocalGame, event: LocalEvent): LocalGame {
  switch (event.type) {
    case 'press':
      return game.phase === 'turn' && moveErrorAt(game, event.position) === null
        ? moved(game, event.position)
        : game;
    case 'reply':
      return game.phase === 'thinking' && refusalOf(game.state, 'O', event.position) === null
        ? moved(game, event.position)
        : game;
    case 'report':
      return game.phase === 'over' ? { ...game, phase: 'reported' } : game;
    case 'close':
      return game.phase === 'reported' ? { ...game, phase: 'closed' } : game;
    case 'rematch':
      return game.phase === 'reported' || game.phase === 'closed'
        ? { ...game, phase: 'countdown', countdown: PLAY_AGAIN_COUNTDOWN }
        : game;
    case 'tick':
      if (game.phase !== 'countdown') return game;
      return game.countdown > 1
        ? { ...game, countdown: game.countdown - 1 }
        : newGame(event.id, game.mode, game.difficulty);
    case 'new':
      return newGame(event.id, event.mode, event.difficulty);
  }
}

/** What is kept under `currentGameState`: enough to go on after a reload. */
export function serialise({ id, mode, difficulty, playerOId, state, phase }: LocalGame): string {
  const isReported = state.outcome !== null && phase !== 'over';
  const { moves } = state;
  return JSON.stringify({ id, gameMode: mode, aiDifficulty: difficulty, playerOId, moves, isReported });
}

/** Returns the kept game if it is a local one, legal, and running or not reported yet; else null. */
export function parse(text: string | null): LocalGame | null {
  let kept: Record<string, unknown>;
  try {
    kept = Object(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
  const { id, gameMode: mode, aiDifficulty, moves, isReported } = kept;
  const difficulty = DIFFICULTIES.find((each) => each === aiDifficulty);
  if (typeof id !== 'string' || !id.startsWith('local-game') || !difficulty || !Array.isArray(moves))
    return null;
  if (mode !== 'ai' && mode !== 'pass-play') return null;
  const game = replay(moves);
  if (!game.ok || (game.state.outcome && isReported !== false)) return null;
  return { ...newGame(id, mode, difficulty), state: game.state, phase: phaseAfter(mode, game.state) };
}

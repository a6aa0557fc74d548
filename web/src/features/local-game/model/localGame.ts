import {
  applyMove,
  DIFFICULTIES,
  type Difficulty,
  fromMoves,
  type GameState,
  NEW_GAME,
  opponentOf,
  type Position,
  replay,
  type RuleViolation,
  type Side,
  sideToMove,
  violationOf,
} from '@fifteen/domain';
import type { SideChoice } from '@/lib/state/preferences.ts';

/** Countdown before the next game, down to 1. */
const COUNTDOWN_SECONDS = 2;

export type LocalMode = 'ai' | 'pass-play';

/**
 * Phases of a local game: a player's turn; the computer thinking (1 s); over, before the result is shown (1.5 s, for the
 * animation of the line); result shown; result closed; counting 2-1 to the next game.
 */
type Phase = 'turn' | 'thinking' | 'over' | 'resultShown' | 'closed' | 'countdown';

export interface LocalGame {
  /** Starts with `local-game`; the server pays one reward for each id (docs/spec/play.md#play-3.1). */
  readonly id: string;
  readonly mode: LocalMode;
  readonly difficulty: Difficulty;
  /** The user's side against the computer; null in pass-and-play, where both sides are played at this device. */
  readonly own: Side | null;
  /** A hint was given or a move taken back: practice, which earns no coins and counts in no record. */
  readonly assisted: boolean;
  readonly state: GameState;
  readonly phase: Phase;
  /** 2, 1 during the countdown, else 0. */
  readonly countdown: number;
}

export type LocalEvent =
  | { type: 'press'; position: Position }
  | { type: 'reply'; position: Position }
  | { type: 'take-back' }
  | { type: 'assist' }
  | { type: 'show-result' }
  | { type: 'close' }
  | { type: 'rematch' }
  | { type: 'tick'; id: string; own: Side | null }
  | { type: 'new'; id: string; difficulty: Difficulty; own: Side | null };

/** Starts a game: against the computer where the user has a side of their own, else for two players at this device. */
export function newGame(id: string, difficulty: Difficulty, own: Side | null): LocalGame {
  const mode = own === null ? 'pass-play' : 'ai';
  const phase = phaseAfter(own, NEW_GAME);
  return { id, mode, difficulty, own, assisted: false, state: NEW_GAME, phase, countdown: 0 };
}

function phaseAfter(own: Side | null, state: GameState): Phase {
  if (state.outcome) return 'over';
  return own !== null && sideToMove(state) !== own ? 'thinking' : 'turn';
}

const withState = (game: LocalGame, state: GameState): LocalGame => ({
  ...game,
  state,
  phase: phaseAfter(game.own, state),
});

/** The side of the user in a game against the computer that follows `last`; by turns, a game that was not finished is not counted. */
export function nextSide(choice: SideChoice, { own, state }: LocalGame): Side {
  if (choice !== 'turns') return choice;
  if (own === null) return 'X';
  return state.outcome ? opponentOf(own) : own;
}

/**
 * Whether the server would pay for a win: it replays such games with the user as X (docs/spec/guarantees.md#guarantees-5),
 * and no coins are earned with help.
 */
export const earnsCoins = ({ own, assisted }: LocalGame): boolean => own === 'X' && !assisted;

/** The moves that taking back undoes: the user's last one, and what the computer replied to it. */
function takenBack({ own, phase, state: { moves } }: LocalGame): number {
  if (own === null || (phase !== 'turn' && phase !== 'thinking')) return 0;
  const undone = phase === 'turn' ? 2 : 1;
  const first = own === 'X' ? 0 : 1;
  return moves.length - undone >= first ? undone : 0;
}

/** Whether the user has a move in a running game against the computer that can be taken back. */
export const canTakeBack = (game: LocalGame): boolean => takenBack(game) > 0;

/** Why a press on a cell would change nothing, or null when it is a move. */
export function moveErrorAt(game: LocalGame, position: Position): RuleViolation | null {
  return violationOf(game.state, game.own ?? sideToMove(game.state), position);
}

/** Reduces an event. Events that do not fit the phase change nothing. */
export function step(game: LocalGame, event: LocalEvent): LocalGame {
  switch (event.type) {
    case 'press':
      return game.phase === 'turn' && moveErrorAt(game, event.position) === null
        ? withState(game, applyMove(game.state, event.position))
        : game;
    case 'reply':
      return game.phase === 'thinking' &&
        violationOf(game.state, sideToMove(game.state), event.position) === null
        ? withState(game, applyMove(game.state, event.position))
        : game;
    case 'take-back': {
      const undone = takenBack(game);
      if (undone === 0) return game;
      return { ...withState(game, fromMoves(game.state.moves.slice(0, -undone))), assisted: true };
    }
    case 'assist':
      return game.own !== null && game.phase === 'turn' && !game.assisted
        ? { ...game, assisted: true }
        : game;
    case 'show-result':
      return game.phase === 'over' ? { ...game, phase: 'resultShown' } : game;
    case 'close':
      return game.phase === 'resultShown' ? { ...game, phase: 'closed' } : game;
    case 'rematch':
      return game.phase === 'resultShown' || game.phase === 'closed'
        ? { ...game, phase: 'countdown', countdown: COUNTDOWN_SECONDS }
        : game;
    case 'tick':
      if (game.phase !== 'countdown') return game;
      return game.countdown > 1
        ? { ...game, countdown: game.countdown - 1 }
        : newGame(event.id, game.difficulty, event.own);
    case 'new':
      return newGame(event.id, event.difficulty, event.own);
  }
}

/** Who sits where, by id (docs/spec/play.md#play-3.1). */
const seats = {
  X: { playerXId: 'user', playerOId: 'ai' },
  O: { playerXId: 'ai', playerOId: 'user' },
  both: { playerXId: 'user', playerOId: 'player2' },
} as const;

/** What is kept under `currentGameState`: enough to go on after a reload. */
export function serialise({ id, mode, difficulty, own, assisted, state, phase }: LocalGame): string {
  const isReported = state.outcome !== null && phase !== 'over';
  const { moves } = state;
  return JSON.stringify({
    id,
    gameMode: mode,
    aiDifficulty: difficulty,
    ...seats[own ?? 'both'],
    assisted,
    moves,
    isReported,
  });
}

/** Parses a stored game; null unless it is a local one, legal, and running or its result not shown yet. */
export function parse(text: string | null): LocalGame | null {
  let saved: Record<string, unknown>;
  try {
    saved = Object(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
  const { id, gameMode: mode, aiDifficulty, playerXId, assisted, moves, isReported } = saved;
  const difficulty = DIFFICULTIES.find((each) => each === aiDifficulty);
  if (typeof id !== 'string' || !id.startsWith('local-game') || !difficulty || !Array.isArray(moves))
    return null;
  if (mode !== 'ai' && mode !== 'pass-play') return null;
  const game = replay(moves);
  if (!game.ok || (game.state.outcome && isReported !== false)) return null;
  // Earlier versions kept no `playerXId`: the user was X.
  const own = mode === 'pass-play' ? null : playerXId === 'ai' ? 'O' : 'X';
  return { ...withState(newGame(id, difficulty, own), game.state), assisted: assisted === true };
}

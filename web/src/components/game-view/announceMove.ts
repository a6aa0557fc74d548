import type { GameState, NearMiss, Position, Side } from '@fifteen/domain';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { cellsText } from '@/components/board/boardWords.ts';
import { linesWithin } from '@/components/board/geometry.ts';
import { play, type Sound, winSound } from '@/lib/sound/sound.ts';
import { isHintShown, markHintShown } from '@/lib/state/hints.ts';
import { dismissAbout, toast, useToast } from '@/lib/toast.ts';

/** Describes the lines of a win: "Four in the bottom row: 11-12-13-14". */
export function lineNames(winning: readonly Position[]): string[] {
  return linesWithin(winning).map(({ condition, positions }) => {
    const cells = cellsText(positions);
    const [first = 1] = positions;
    if (condition === 'vertical') return t('gameView.line.column', { column: first, cells });
    if (condition === 'diagonal') return t('gameView.line.diagonal', { cells });
    if (first > 10) return t('gameView.line.bottom', { cells });
    return first > 5 ? t('gameView.line.middle', { cells }) : t('gameView.line.top', { cells });
  });
}

interface Perspective {
  /** Returns the name of the player of a side. */
  nameOf: (side: Side) => string;
  /** The side of the player at this screen; null for both or none. */
  own: Side | null;
}

/**
 * Announces a move by its sound and to screen readers (docs/spec/play.md#play-2.8). Call it once for each state that
 * follows another by one move.
 */
export function announceMove(state: GameState, { nameOf, own }: Perspective): void {
  const position = state.moves.at(-1);
  if (position === undefined) return;
  const side: Side = state.moves.length % 2 === 1 ? 'X' : 'O';
  const next: Side = side === 'X' ? 'O' : 'X';
  play(side);
  if (state.outcome) return announceEnd(state, { nameOf, own });
  const sentences = [
    side === own
      ? t('gameView.announcement.ownMove', { side, position })
      : t('gameView.announcement.move', { name: nameOf(side), side, position }),
  ];
  if (state.moves.length === 1) sentences.push(t('gameView.announcement.unlocked'));
  sentences.push(next === own ? t('gameView.yourTurn') : t('gameView.turnOf', { name: nameOf(next) }));
  announce(sentences.join(' '));
  if (next === own) play('turn');
}

function announceEnd({ outcome }: GameState, perspective: Perspective): void {
  if (!outcome) return;
  const { winner, winningPositions } = outcome;
  if (winner !== null) {
    const sound = winSound(winningPositions.length);
    return announceWin(winner, perspective, { reasons: lineNames(winningPositions), sound });
  }
  dismissMoves();
  announce(t('gameView.announcement.draw'), 'assertive');
  play('draw');
}

/** Announces a win by its sound, which a defeat replaces, and to screen readers with the sentences of its reasons. */
export function announceWin(
  winner: Side,
  { nameOf, own }: Perspective,
  { reasons, sound }: { reasons: readonly string[]; sound: Sound },
): void {
  dismissMoves();
  const won =
    winner === own
      ? t('gameView.announcement.ownWin')
      : t('gameView.announcement.win', { name: nameOf(winner) });
  announce([won, ...reasons].join(' '), 'assertive');
  play(own === null || winner === own ? sound : 'loss');
}

/** Dismisses the toasts of a running game: the result has the screen. */
function dismissMoves(): void {
  dismissAbout('match');
  dismissAbout('board');
}

const hints = {
  'edge-row': 'gameView.hint.edge',
  'middle-row': 'gameView.hint.middle',
  'sealed-diagonal': 'gameView.hint.sealed',
} as const;

/** How long a hint stays; milliseconds. */
const HINT_FOR = 7000;

/** The cells that a hint explains, marked on the board. */
export const useNearCells = create<{ cells: readonly Position[] | null }>()(() => ({ cells: null }));

/** Explains cells that resemble a line, in words and on the board: each kind once on this device. */
export function explainNearMiss(misses: readonly NearMiss[]): void {
  const miss = misses.find(({ kind }) => !isHintShown(kind));
  if (!miss) return;
  const { kind, positions: cells } = miss;
  markHintShown(kind);
  useNearCells.setState({ cells });
  toast({ title: t('gameView.hint.title'), description: t(hints[kind]), ms: HINT_FOR, about: 'board' });
  // The marks disappear with their explanation: after its time, when it is closed, or when another toast replaces it.
  const shown = useToast.getState().current?.id;
  const stop = useToast.subscribe(({ current }) => current?.id !== shown && end());
  const timer = setTimeout(end, HINT_FOR);
  function end(): void {
    stop();
    clearTimeout(timer);
    useNearCells.setState((now) => (now.cells === cells ? { cells: null } : now));
  }
}

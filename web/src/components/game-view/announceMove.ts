import type { GameState, NearMiss, Position, Side } from '@fifteen/rules';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { linesWithin } from '@/components/board/geometry.ts';
import { play, winSound } from '@/lib/sound/sound.ts';
import { isHintShown, markHintShown } from '@/lib/state/hints.ts';
import { dismissAbout, toast, useToast } from '@/lib/toast.ts';

/** Cells as text: "2-7-12". Where the language runs from right to left, that would be shown from its end. */
export function cellsText(positions: readonly Position[], between = '-'): string {
  const text = positions.join(between);
  return document.documentElement.dir === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** The lines of a win in words: "Four in the bottom row: 11-12-13-14". */
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
  /** The name said for a side. */
  nameOf: (side: Side) => string;
  /** The side that this screen plays for; null where both do, or neither. */
  own: Side | null;
}

/**
 * Announces a move: by its sound, and in words for screen readers (web.md 4.7). Call it once for
 * each state that follows another by one move.
 */
export function announceMove(state: GameState, { nameOf, own }: Perspective): void {
  const position = state.moves.at(-1);
  if (position === undefined) return;
  const side: Side = state.moves.length % 2 === 1 ? 'X' : 'O';
  const next: Side = side === 'X' ? 'O' : 'X';
  play(side);
  if (state.outcome) return announceEnd(state, { nameOf, own });
  const sentences = [t('gameView.said.move', { name: nameOf(side), side, position })];
  if (state.moves.length === 1) sentences.push(t('gameView.said.unlocked'));
  sentences.push(next === own ? t('gameView.yourTurn') : t('gameView.turnOf', { name: nameOf(next) }));
  announce(sentences.join(' '));
  if (next === own) play('turn');
}

function announceEnd({ outcome }: GameState, { nameOf, own }: Perspective): void {
  if (!outcome) return;
  dismissAbout('board');
  if (outcome.winner === null) {
    announce(t('gameView.said.draw'), 'assertive');
    play('draw');
    return;
  }
  const lines = lineNames(outcome.winningPositions).join(' ');
  announce(`${t('gameView.said.win', { name: nameOf(outcome.winner) })} ${lines}`, 'assertive');
  if (own === null || outcome.winner === own) play(winSound(outcome.winningPositions.length));
  else play('loss');
}

const hints = {
  'edge-row': 'gameView.hint.edge',
  'middle-row': 'gameView.hint.middle',
  'sealed-diagonal': 'gameView.hint.sealed',
} as const;

/** How long a hint stands, in milliseconds. */
const HINT_FOR = 7000;

/** The cells that are being explained, to be pointed out on the board. */
export const useNearCells = create<{ cells: readonly Position[] | null }>()(() => ({ cells: null }));

/** Explains what looks like a line and is none, in words and on the board: each kind once on this device. */
export function explainNearMiss(misses: readonly NearMiss[]): void {
  const miss = misses.find(({ kind }) => !isHintShown(kind));
  if (!miss) return;
  const { kind, positions: cells } = miss;
  markHintShown(kind);
  useNearCells.setState({ cells });
  toast({ title: t('gameView.hint.title'), description: t(hints[kind]), ms: HINT_FOR, about: 'board' });
  // The frames go when their time is over, and with their explanation: when it is closed, or another toast replaces it.
  const shown = useToast.getState().current?.id;
  const stop = useToast.subscribe(({ current }) => current?.id !== shown && end());
  const timer = setTimeout(end, HINT_FOR);
  function end(): void {
    stop();
    clearTimeout(timer);
    useNearCells.setState((now) => (now.cells === cells ? { cells: null } : now));
  }
}

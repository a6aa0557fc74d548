import { columnOf, type Position, rowOf, type Side } from '@fifteen/domain';
import { memo, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Piece } from '@/components/pieces/Piece.tsx';
import { play } from '@/lib/sound/sound.ts';
import type { BoardWords } from './boardWords.ts';
import styles from './Board.module.css';

interface CellProps {
  position: Position;
  words: BoardWords;
  side: Side | undefined;
  /** Piece style of the piece on the cell, or of the one that a press would place. */
  pieceStyle: string | undefined;
  turn: Side | null;
  playable: boolean;
  lock: 'closed' | 'open' | null;
  last: boolean;
  /** Pressed once, to be confirmed by a second press. */
  chosen: boolean;
  /** Index within the winning cells; -1 for a cell that did not win, null while the game is not won. */
  winIndex: number | null;
  isFocusable: boolean;
  /** Whether pointing at the cell lights its lines, which are then also announced to screen readers. */
  highlightsLines: boolean;
  onPoint: (position: Position | null) => void;
  onCurrent: (position: Position) => void;
  onPress: (position: Position) => void;
}

/** How long a finger rests on a cell until its lines light up; milliseconds. */
const REST = 450;

/** A resting finger lights the lines of a cell; lifting it is no press. */
function useResting({ position, highlightsLines, onPoint }: CellProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rested = useRef(false);
  const lift = () => {
    clearTimeout(timer.current);
    if (rested.current) onPoint(null);
  };
  return {
    /** Returns whether the current press only lifts a resting finger. Call it once for each press. */
    lifted(): boolean {
      const was = rested.current;
      rested.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        rested.current = false;
        if (!highlightsLines || event.pointerType !== 'touch') return;
        timer.current = setTimeout(() => {
          rested.current = true;
          onPoint(position);
        }, REST);
      },
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  };
}

/** The padlock on cell 8: closed while the cell is locked, opens once, and disappears with the first move. */
function Padlock({ open }: { open: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={styles.padlock} data-open={open || undefined}>
      <path d="M8 11V8a4 4 0 0 1 8 0v3" className={styles.shackle} />
      <rect x="5.5" y="11" width="13" height="9" rx="2.5" className={styles.lockBody} />
      <path d="M12 14.5v2" />
    </svg>
  );
}

export const Cell = memo(function Cell(props: CellProps) {
  const {
    position,
    words,
    side,
    pieceStyle,
    turn,
    playable,
    lock,
    last,
    chosen,
    winIndex,
    isFocusable,
    highlightsLines,
    onPoint,
    onCurrent,
    onPress,
  } = props;
  const [shaking, setShaking] = useState(false);
  // Ghosts in all free cells would come and go with each turn: the first pointer or focus draws that of its cell.
  const [isPointedAt, setPointedAt] = useState(false);
  const blocked = side !== undefined || lock === 'closed';

  const name = [
    words.cells[position],
    side ?? (lock === 'closed' ? words.locked : words.empty),
    chosen && words.chosen,
    last && words.lastMove,
    winIndex !== null && winIndex >= 0 && words.winning,
  ]
    .filter(Boolean)
    .join(words.comma);

  const { lifted, handlers } = useResting(props);
  const id = useId();

  function press(event: MouseEvent) {
    // Presses of the keyboard have a click count of 0.
    if (event.detail > 0 && lifted()) return;
    if (blocked && turn) {
      setShaking(true);
      play('locked');
    }
    onPress(position);
  }

  // A mouse or pen lights the lines by pointing, a finger by resting, which must not open a menu.
  function point(event: PointerEvent) {
    if (event.pointerType === 'touch') return;
    setPointedAt(true);
    onPoint(position);
  }

  return (
    <div
      role="gridcell"
      className={styles.cell}
      style={{
        gridArea: `${2 * rowOf(position) - 1} / ${2 * columnOf(position) - 1}`,
        ['--win-index' as string]: winIndex ?? 0,
      }}
      data-win={winIndex === null ? undefined : winIndex >= 0}
    >
      <button
        type="button"
        data-cell={position}
        tabIndex={isFocusable ? 0 : -1}
        aria-label={name}
        aria-describedby={highlightsLines ? id : undefined}
        aria-disabled={!playable || blocked || undefined}
        className={styles.button}
        data-shaking={shaking || undefined}
        data-chosen={chosen || undefined}
        onAnimationEnd={() => setShaking(false)}
        onClick={press}
        onPointerEnter={point}
        onContextMenu={(event) => matchMedia('(pointer: coarse)').matches && event.preventDefault()}
        {...handlers}
        onFocus={(event) => {
          onCurrent(position);
          if (!event.target.matches(':focus-visible')) return;
          setPointedAt(true);
          onPoint(position);
        }}
        onBlur={() => onPoint(null)}
      >
        {!side && lock !== 'closed' && (
          <span aria-hidden className={styles.number}>
            {position}
          </span>
        )}
        {lock && !side && !chosen && <Padlock open={lock === 'open'} />}
        {side && (
          <span className={styles.piece} data-last={last || undefined}>
            <Piece side={side} pieceStyle={pieceStyle} />
          </span>
        )}
        {!side && (chosen || (isPointedAt && !lock)) && playable && turn && (
          <span className={styles.ghost}>
            <Piece side={turn} pieceStyle={pieceStyle} still />
          </span>
        )}
      </button>
      {highlightsLines && (
        <span id={id} hidden>
          {words.lines[position]}
        </span>
      )}
    </div>
  );
});

import {
  type BoardRecord,
  CENTRE,
  columnOf,
  type Position,
  POSITIONS,
  rowOf,
  type Side,
} from '@fifteen/domain';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { fetchPiece } from '@/components/pieces/Piece.tsx';
import { replacesTextField } from '@/lib/a11y/focus.ts';
import { play } from '@/lib/sound/sound.ts';
import { useBoardWords } from './boardWords.ts';
import { Cell } from './Cell.tsx';
import { columnX, HEIGHT, adjacent, rowY, WIDTH } from './geometry.ts';
import { Field, WinLines } from './Field.tsx';
import styles from './Board.module.css';

const rows = [1, 2, 3] as const;
const inRow = (row: number) => POSITIONS.filter((position) => rowOf(position) === row);
const classic: PieceStyles = {};
const ignore = (event: MouseEvent) => event.stopPropagation();
const toPercent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The piece style of each side, by its id. */
export type PieceStyles = Readonly<Partial<Record<Side, string>>>;

export interface BoardProps {
  board: BoardRecord;
  /** Who moves next; null when the game is over or has not begun. */
  turn: Side | null;
  /** Whether the player at this screen may move now. Otherwise cells can still be read and explored. */
  playable: boolean;
  lastMove: Position | null;
  /** The cell that was pressed once, where a second press is to confirm it (useConfirmedMove). */
  chosen?: Position | null;
  winning: readonly Position[] | null;
  /** Piece styles of the two sides; defaults to the classic one. */
  pieceStyles?: PieceStyles | undefined;
  /** Whether pointing at a cell lights its lines. */
  highlightsLines: boolean;
  /** Dims the board and ignores presses while the connection is lost. */
  frozen?: boolean;
  /** Follows the name of the board: whose turn it is, or how the game ended. */
  description: string;
  /** Drawn over the pieces, in the units of geometry.ts: the marks of a review. */
  marks?: ReactNode;
  /**
   * Called for a pressed cell. The game decides about the move; the board only shakes for a cell that cannot be played.
   */
  onMove: (position: Position) => void;
}

/** The board. It renders its props and reports presses; it knows no player, server or mode. */
export function Board(props: BoardProps) {
  const {
    board,
    turn,
    playable,
    lastMove,
    chosen = null,
    winning,
    pieceStyles = classic,
    highlightsLines,
    frozen = false,
    description,
    marks,
    onMove,
  } = props;
  const { t } = useTranslation();
  const words = useBoardWords();
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<Position>(1);
  // In a transition: a press moves the focus first, and must not wait for it.
  const follow = useCallback((position: Position) => startTransition(() => setCurrent(position)), []);
  const [pointed, setPointed] = useState<Position | null>(null);
  const count = Object.keys(board).length;
  // A move clears the lines: a pointer that rests where it pressed must not keep them lit.
  const [counted, setCounted] = useState(count);
  if (counted !== count) {
    setCounted(count);
    setPointed(null);
  }
  const locked = count === 0 && turn !== null;

  useEffect(() => {
    void fetchPiece(pieceStyles.X);
    void fetchPiece(pieceStyles.O);
  }, [pieceStyles.X, pieceStyles.O]);

  function move(event: KeyboardEvent) {
    // The player still writes (ADR 39): in a cell, the next space of the sentence would be a move.
    if (event.target === event.currentTarget && replacesTextField(event.currentTarget)) return;
    // Shortcuts of the browser, such as Alt with an arrow, which goes a page back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = adjacent(current, event.key);
    if (next === null)
      return event.key.startsWith('Arrow') ? (event.preventDefault(), play('edge')) : undefined;
    event.preventDefault();
    setCurrent(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  }

  return (
    <div className={styles.tray} dir="ltr" data-board data-frozen={frozen || undefined}>
      <div className={styles.rowTags} aria-hidden>
        {rows.map((row) => (
          <span key={row} style={{ top: toPercent(rowY(row), HEIGHT) }}>
            {row === 2 ? 5 : 4}
          </span>
        ))}
      </div>
      <div className={styles.play}>
        <Field highlighted={highlightsLines && turn ? pointed : null} isCentreLocked={locked} />
        <div
          ref={grid}
          role="grid"
          tabIndex={-1}
          aria-label={t('board.name')}
          aria-describedby={id}
          className={styles.grid}
          onKeyDown={move}
          onClickCapture={frozen ? ignore : undefined}
          onPointerLeave={() => setPointed(null)}
        >
          {rows.map((row) => (
            <div key={row} role="row" className={styles.row}>
              {inRow(row).map((position) => (
                <Cell
                  key={position}
                  position={position}
                  words={words}
                  side={board[position]}
                  pieceStyle={pieceStyles[board[position] ?? turn ?? 'X']}
                  turn={turn}
                  playable={playable && !frozen}
                  lock={position === CENTRE && count < 2 && turn ? (locked ? 'closed' : 'open') : null}
                  last={position === lastMove}
                  chosen={position === chosen}
                  winIndex={winning ? winning.indexOf(position) : null}
                  isFocusable={position === current}
                  highlightsLines={highlightsLines && turn !== null}
                  onPoint={setPointed}
                  onCurrent={follow}
                  onPress={onMove}
                />
              ))}
            </div>
          ))}
        </div>
        {winning && <WinLines winning={winning} />}
        {marks}
      </div>
      <div className={styles.columnTags} aria-hidden>
        {inRow(1).map((position) => (
          <span key={position} style={{ left: toPercent(columnX(columnOf(position)), WIDTH) }}>
            3
          </span>
        ))}
      </div>
      <p id={id} className="sr-only">
        {description} {t('board.help')}
      </p>
    </div>
  );
}

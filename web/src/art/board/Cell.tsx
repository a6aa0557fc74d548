import { columnOf, type Position, rowOf, type Side } from '@fifteen/rules';
import { memo, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Classic } from '@/art/pieces/Classic.tsx';
import { play } from '@/sound/sound.ts';
import { Padlock } from './Padlock.tsx';
import styles from './Board.module.css';

interface CellProps {
  position: Position;
  side: Side | undefined;
  turn: Side | null;
  playable: boolean;
  lock: 'closed' | 'open' | null;
  last: boolean;
  /** Place within the winning cells; -1 for a cell that did not win, null while nobody has. */
  place: number | null;
  current: boolean;
  onPoint: (position: Position | null) => void;
  onCurrent: (position: Position) => void;
  onPress: (position: Position) => void;
}

export const Cell = memo(function Cell(props: CellProps) {
  const { position, side, turn, playable, lock, last, place, current, onPoint, onCurrent, onPress } = props;
  const { t } = useTranslation();
  const [shaking, setShaking] = useState(false);
  const [row, column] = [rowOf(position), columnOf(position)];
  const blocked = side !== undefined || lock === 'closed';

  const state = side ? side : lock === 'closed' ? t('board.locked') : t('board.empty');
  const marks = [last && t('board.lastMove'), place !== null && place >= 0 && t('board.winning')];
  const name = [t('board.cell', { position, row, column }), state, ...marks]
    .filter(Boolean)
    .join(t('board.comma'));

  function press() {
    if (blocked && turn) {
      setShaking(true);
      play('locked');
    }
    onPress(position);
  }

  // A finger lights the lines by resting on a cell; a mouse or pen by pointing at it.
  const point = (event: PointerEvent) => event.pointerType !== 'touch' && onPoint(position);

  return (
    <div
      role="gridcell"
      className={styles.cell}
      style={{ gridArea: `${2 * row - 1} / ${2 * column - 1}`, ['--place' as string]: place ?? 0 }}
      data-win={place === null ? undefined : place >= 0}
    >
      <button
        type="button"
        data-cell={position}
        tabIndex={current ? 0 : -1}
        aria-label={name}
        aria-disabled={!playable || blocked || undefined}
        className={styles.button}
        data-shaking={shaking || undefined}
        onAnimationEnd={() => setShaking(false)}
        onClick={press}
        onPointerEnter={point}
        onContextMenu={(event) => {
          if (!matchMedia('(pointer: coarse)').matches) return;
          event.preventDefault();
          onPoint(position);
        }}
        onFocus={(event) => {
          onCurrent(position);
          if (event.target.matches(':focus-visible')) onPoint(position);
        }}
        onBlur={() => onPoint(null)}
      >
        {!side && lock !== 'closed' && (
          <span aria-hidden className={styles.number}>
            {position}
          </span>
        )}
        {lock && !side && <Padlock open={lock === 'open'} />}
        {side && (
          <span className={styles.piece} data-last={last || undefined}>
            <Classic side={side} />
          </span>
        )}
        {!side && !lock && playable && turn && (
          <span className={styles.ghost}>
            <Classic side={turn} still />
          </span>
        )}
      </button>
    </div>
  );
});

import type { ReviewedMove } from '@fifteen/domain';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import { isTurningPoint, judgementOf, balanceOf, type PositionValue } from '../model/judgement.ts';
import styles from './Course.module.css';

interface BalanceProps {
  values: readonly PositionValue[];
  moves: readonly ReviewedMove[];
  ply: number;
  last: number;
  /** Description of the move at `ply`. */
  name: string;
  onJump: (ply: number) => void;
}

const UNIT = 20;
const HALF_HEIGHT = 46;
const DRAW_HEIGHT = 3;

/**
 * A chart of the advantage by position: up for X, down for O, level for a draw. It is also a slider through the game.
 */
export function Balance({ values, moves, ply, last, name, onJump }: BalanceProps) {
  const { t } = useTranslation();
  const width = (last + 1) * UNIT;
  return (
    <div dir="ltr" className={styles.balance} style={{ '--plies': last + 1 } as CSSProperties}>
      <span aria-hidden className={styles.poles}>
        <PieceIcon side="X" className="size-3.5" />
        <PieceIcon side="O" className="size-3.5" />
      </span>
      <div className={styles.scale}>
        <svg
          viewBox={`0 ${-HALF_HEIGHT - 8} ${width} ${2 * HALF_HEIGHT + 16}`}
          preserveAspectRatio="none"
          aria-hidden
        >
          <path d={`M0 0H${width}`} className={styles.level} />
          {values.map((value, index) => {
            const height = Math.max(DRAW_HEIGHT, Math.abs(balanceOf(value)) * HALF_HEIGHT);
            const up = balanceOf(value) > 0;
            return (
              <rect
                key={index}
                x={index * UNIT + 5}
                width={UNIT - 10}
                y={balanceOf(value) === 0 ? -DRAW_HEIGHT / 2 : up ? -height : 0}
                height={balanceOf(value) === 0 ? DRAW_HEIGHT : height}
                className={styles.bar}
                data-side={value.winner ?? 'draw'}
                data-now={index === ply || undefined}
              />
            );
          })}
        </svg>
        <span aria-hidden className={styles.faults}>
          {Array.from({ length: last + 1 }, (_, index) => {
            const move = moves[index - 1];
            return <i key={index} data-fault={(move && isTurningPoint(judgementOf(move))) || undefined} />;
          })}
        </span>
        <input
          type="range"
          min={0}
          max={last}
          value={ply}
          aria-label={t('review.slider')}
          aria-valuetext={name}
          className={styles.slider}
          onChange={(event) => onJump(Number(event.target.value))}
        />
      </div>
    </div>
  );
}

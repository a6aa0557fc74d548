import type { Side } from '@fifteen/domain';
import styles from './ClassicPiece.module.css';

/** The free piece style: two crossing strokes, or a closed ring, each a band of light with a bright core. */
export function ClassicPiece({ side, still = false }: { side: Side; still?: boolean }) {
  const strokes = side === 'X' ? ['M24 24 76 76', 'M76 24 24 76'] : ['M50 21a29 29 0 1 1-.01 0Z'];
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden
      className={styles.piece}
      data-piece-style="default"
      data-side={side}
      data-still={still || undefined}
    >
      {strokes.map((d) => (
        <path key={d} d={d} pathLength={1} className={styles.band} />
      ))}
      {strokes.map((d) => (
        <path key={d} d={d} pathLength={1} className={styles.core} />
      ))}
    </svg>
  );
}

import { RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

const LEAVES = 8;
const leaf = 'M0 0C-4.5-2.5-5-8 0-13 5-8 4.5-2.5 0 0Z';
const star = 'M0-7.5 2-2.4 7.4-2.2 3.2 1.2 4.6 6.4 0 3.5-4.6 6.4-3.2 1.2-7.4-2.2-2-2.4Z';

/** Fifty wins: a laurel of gold that moves in a light wind, tied below, with a star on top. */
export function Legend() {
  return (
    <>
      <Band radius={40} width={3.4} tones={['#fff3c4', '#e0ab3a', '#8a5c0a']} />
      {[1, -1].map((side) => (
        <g key={side} transform={`scale(${side} 1)`}>
          {Array.from({ length: LEAVES }, (_, index) => (
            <g key={index} transform={`rotate(${170 - index * 20}) translate(0 -41.5)`}>
              <g className={styles.sway} style={{ ['--i' as string]: index }}>
                <path
                  d={leaf}
                  transform="rotate(-52) scale(.92)"
                  fill="#f4cf6a"
                  stroke="#7d5208"
                  strokeWidth="1"
                />
                <path
                  d={leaf}
                  transform="translate(0 1) rotate(-118) scale(.62)"
                  fill="#d99f2b"
                  stroke="#7d5208"
                  strokeWidth="1"
                />
              </g>
            </g>
          ))}
        </g>
      ))}
      <RadialCopies count={1} at={42.5}>
        <g className={styles.beat}>
          <path d={star} fill="#fff0b8" stroke="#7d5208" strokeWidth="1.6" />
        </g>
      </RadialCopies>
    </>
  );
}

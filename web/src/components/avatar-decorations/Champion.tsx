import { RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

const star = 'M0-5C.6-1.2 1.2-.6 5 0 1.2.6.6 1.2 0 5-.6 1.2-1.2.6-5 0-1.2-.6-.6-1.2 0-5Z';
/** Positions (degrees, distance) and sizes of stars, without a pattern. */
const sky = [
  [12, 43.5, 0.5],
  [37, 40.5, 0.34],
  [71, 42, 0.62],
  [104, 44, 0.3],
  [139, 41, 0.46],
  [178, 43, 0.36],
  [206, 41.5, 0.6],
  [241, 43.5, 0.32],
  [270, 40.5, 0.44],
  [318, 42.5, 0.52],
] as const;

/** A hundred wins: a ring of night sky around which one star travels. */
export function Champion() {
  return (
    <>
      <Band radius={42} width={8} tones={['#8f7bff', '#3b2a9c', '#170f4a']} />
      <circle r="38.2" stroke="#c9bdff" strokeWidth=".9" opacity=".8" />
      <circle r="46" stroke="#ff9be8" strokeWidth=".9" opacity=".7" />
      {sky.map(([angle, radius, size], index) => (
        <g
          key={angle}
          transform={`rotate(${angle}) translate(0 ${-radius}) scale(${size})`}
          style={{ ['--i' as string]: index }}
        >
          <path d={star} fill="#fff" className={styles.twinkle} />
        </g>
      ))}
      <g className={styles.turn} style={{ ['--round' as string]: '9s' }}>
        <path d="M-30-30A42.4 42.4 0 0 1-3-42.3" stroke="#ffd9f6" strokeWidth="2" opacity=".55" />
        <RadialCopies count={1} at={42}>
          <path d={star} transform="scale(1.7)" fill="#fff6d6" stroke="#170f4a" strokeWidth=".8" />
        </RadialCopies>
      </g>
    </>
  );
}

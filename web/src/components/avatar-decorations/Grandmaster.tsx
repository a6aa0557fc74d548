import { arc, RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

const platinum = ['#ffffff', '#b9c6d6', '#5c6b80'] as const;

/** Two hundred wins: two rings of platinum with brilliants between them. */
export function Grandmaster() {
  return (
    <>
      <circle r="42" stroke="#27303f" strokeWidth="9" />
      <Band radius={46} width={2.4} tones={platinum} />
      <Band radius={39} width={2.4} tones={platinum} />
      <g className={styles.turn} style={{ ['--round' as string]: '10s' }}>
        <path d={`${arc(46, -24, 20)}${arc(39, 156, 204)}`} stroke="#fff" strokeWidth="1.4" />
      </g>
      <RadialCopies count={8} at={42.5}>
        {(index) => (
          <g transform={index % 2 ? 'scale(.62)' : undefined}>
            <path d="M0-6 5 0 0 6-5 0Z" fill="#a8d4ff" stroke="#27303f" strokeWidth="1.2" />
            <path d="M0-6 5 0H-5Z" fill="#eef7ff" className={styles.twinkle} />
            <path d="M0-6 1.8 0 0 6-1.8 0Z" fill="#fff" opacity=".65" />
          </g>
        )}
      </RadialCopies>
    </>
  );
}

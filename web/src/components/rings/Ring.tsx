import { Suspense } from 'react';
import { lazily, persistently } from '@/lib/lazily.ts';
import styles from './Ring.module.css';

/** Everything that can be around a picture: the frames that coins buy and the borders that are earned. */
const ids = [
  'thundering',
  'firestorm',
  'lovers_3d',
  'legend',
  'champion',
  'grandmaster',
  'ultimate_veteran',
  'veteran_player',
  'level_100_master',
] as const;
export type RingId = (typeof ids)[number];

/** Every ring by its id. */
export const ringIds = (): readonly RingId[] => ids;

/** Without its drawings a picture is without a ring. */
const Drawing = lazily(() =>
  persistently(async () => (await import('./Drawing.tsx')).Drawing).catch(() => () => null),
);

/** Whether there is such a ring: `default`, `none` and what this version does not know are none. */
export const isRing = (id: string | null | undefined): id is RingId => ids.some((each) => each === id);

interface RingProps {
  id: RingId;
  /** It moves; else only while it is pointed at. */
  lively: boolean;
  /** Within another ring. */
  inner: boolean;
}

/** A ring around a picture; its drawing's middle is 0 0, the picture ends 38 from there, and ornaments at 50. */
export function Ring({ id, lively, inner }: RingProps) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden
      className={styles.ring}
      data-ring={id}
      data-lively={lively || undefined}
      data-inner={inner || undefined}
    >
      <Suspense>
        <Drawing id={id} />
      </Suspense>
    </svg>
  );
}

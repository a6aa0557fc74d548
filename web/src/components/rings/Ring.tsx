import { Suspense } from 'react';
import { lazily, withRetries } from '@/lib/lazily.ts';
import type { RingId } from './ringIds.ts';
import styles from './Ring.module.css';

/** Without its drawings a picture is without a ring. */
const Drawing = lazily(() =>
  withRetries(async () => (await import('./Drawing.tsx')).Drawing).catch(() => () => null),
);

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

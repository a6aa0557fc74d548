import { Suspense } from 'react';
import { lazily, withRetries } from '@/lib/lazily.ts';
import type { RingId } from './ringIds.ts';
import styles from './Ring.module.css';

/** If they fail to load, pictures have no rings. */
const Drawing = lazily(() =>
  withRetries(async () => (await import('./Drawing.tsx')).Drawing).catch(() => () => null),
);

interface RingProps {
  id: RingId;
  /** Animates it always, not only on hover. */
  lively: boolean;
  /** Drawn within another ring. */
  inner: boolean;
}

/** A ring around a picture. Its drawing is centred at 0 0; the picture ends at 38 and ornaments at 50. */
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

import { Suspense } from 'react';
import { lazyComponent, withRetries } from '@/lib/lazyComponent.ts';
import type { DecorationId } from './decorationIds.ts';
import styles from './AvatarDecoration.module.css';

/** If they fail to load, avatars have no decorations. */
const DecorationDrawing = lazyComponent(() =>
  withRetries(async () => (await import('./DecorationDrawing.tsx')).DecorationDrawing).catch(
    () => () => null,
  ),
);

interface AvatarDecorationProps {
  id: DecorationId;
  /** Animates it always, not only on hover. */
  animated: boolean;
  /** Drawn within another decoration. */
  isNested: boolean;
}

/** A frame or border around an avatar. Its drawing is centred at 0 0; the picture ends at 38 and ornaments at 50. */
export function AvatarDecoration({ id, animated, isNested }: AvatarDecorationProps) {
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden
      className={styles.decoration}
      data-decoration={id}
      data-animated={animated || undefined}
      data-nested={isNested || undefined}
    >
      <Suspense>
        <DecorationDrawing id={id} />
      </Suspense>
    </svg>
  );
}

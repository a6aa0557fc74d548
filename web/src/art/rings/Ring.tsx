import { type ComponentType, Suspense } from 'react';
import { lazily, persistently } from '@/lib/lazily.ts';
import styles from './Ring.module.css';

/** A drawing that cannot be had is missing, and nothing else is. */
const drawing = (load: () => Promise<ComponentType>) =>
  lazily(() => persistently(load).catch(() => () => null));

/** Everything that can be around a picture: the frames that coins buy and the borders that are earned. */
const rings: Readonly<Record<string, ComponentType>> = {
  thundering: drawing(async () => (await import('./Thundering.tsx')).Thundering),
  firestorm: drawing(async () => (await import('./Firestorm.tsx')).Firestorm),
  lovers_3d: drawing(async () => (await import('./Lovers.tsx')).Lovers),
  legend: drawing(async () => (await import('./Legend.tsx')).Legend),
  champion: drawing(async () => (await import('./Champion.tsx')).Champion),
  grandmaster: drawing(async () => (await import('./Grandmaster.tsx')).Grandmaster),
  ultimate_veteran: drawing(async () => (await import('./Veteran.tsx')).UltimateVeteran),
  veteran_player: drawing(async () => (await import('./Veteran.tsx')).Veteran),
  level_100_master: drawing(async () => (await import('./Level100.tsx')).Level100),
};

/** Whether there is such a ring: `default`, `none` and what this version does not know are none. */
export const isRing = (id: string | null | undefined): id is string =>
  typeof id === 'string' && Object.hasOwn(rings, id);

interface RingProps {
  /** For which {@link isRing} holds. */
  id: string;
  /** It moves; else only while it is pointed at. */
  lively: boolean;
  /** Within another ring. */
  inner: boolean;
}

/** A ring around a picture; its drawing's middle is 0 0, the picture ends 38 from there, and ornaments at 50. */
export function Ring({ id, lively, inner }: RingProps) {
  const Drawing = rings[id];
  return (
    <svg
      viewBox="-50 -50 100 100"
      aria-hidden
      className={styles.ring}
      data-ring={id}
      data-lively={lively || undefined}
      data-inner={inner || undefined}
    >
      <Suspense>{Drawing && <Drawing />}</Suspense>
    </svg>
  );
}

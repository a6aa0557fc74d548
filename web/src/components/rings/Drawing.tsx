import { type ComponentType, Suspense } from 'react';
import { lazily, withRetries } from '@/lib/lazily.ts';
import type { RingId } from './ringIds.ts';

/** A drawing that fails to load is left out. */
const drawing = (load: () => Promise<ComponentType>) =>
  lazily(() => withRetries(load).catch(() => () => null));

const rings: Readonly<Record<RingId, ComponentType>> = {
  newcomer: drawing(async () => (await import('./Newcomer.tsx')).Newcomer),
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

/** The drawing of a ring. */
export function Drawing({ id }: { id: RingId }) {
  const Its = rings[id];
  return (
    <Suspense>
      <Its />
    </Suspense>
  );
}

import { type ComponentType, Suspense } from 'react';
import { lazyComponent, withRetries } from '@/lib/lazyComponent.ts';
import type { DecorationId } from './decorationIds.ts';

/** A drawing that fails to load is left out. */
const drawing = (load: () => Promise<ComponentType>) =>
  lazyComponent(() => withRetries(load).catch(() => () => null));

const drawings: Readonly<Record<DecorationId, ComponentType>> = {
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

/** The drawing of a decoration. */
export function DecorationDrawing({ id }: { id: DecorationId }) {
  const Drawing = drawings[id];
  return (
    <Suspense>
      <Drawing />
    </Suspense>
  );
}

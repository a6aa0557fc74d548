import { type ComponentType, Suspense } from 'react';
import { lazily, withRetries } from '@/lib/lazily.ts';
import { Classic } from './Classic.tsx';
import type { PieceProps } from './Sign.tsx';

/** A drawing that cannot be had must not take the game down: the classic one does as well. */
const drawing = (load: () => Promise<ComponentType<PieceProps>>) =>
  lazily(() => withRetries(load).catch(() => Classic));

/** The styles that coins buy, each its own chunk, fetched when it is first seen. */
const bought: Readonly<Record<string, ReturnType<typeof drawing>>> = {
  autumn: drawing(async () => (await import('./styles/Autumn.tsx')).Autumn),
  thunder: drawing(async () => (await import('./styles/Thunder.tsx')).Thunder),
  fire: drawing(async () => (await import('./styles/Fire.tsx')).Fire),
  hammer: drawing(async () => (await import('./styles/Hammer.tsx')).Hammer),
  lovers: drawing(async () => (await import('./styles/Lovers.tsx')).Lovers),
  cat: drawing(async () => (await import('./styles/Cat.tsx')).Cat),
  flower: drawing(async () => (await import('./styles/Flower.tsx')).Flower),
  greenleaf: drawing(async () => (await import('./styles/GreenLeaf.tsx')).GreenLeaf),
  tulip: drawing(async () => (await import('./styles/Tulip.tsx')).Tulip),
  holi: drawing(async () => (await import('./styles/Holi.tsx')).Holi),
  bestfriends: drawing(async () => (await import('./styles/BestFriends.tsx')).BestFriends),
  lotus: drawing(async () => (await import('./styles/Lotus.tsx')).Lotus),
};

/** Every style by its id, the classic one first. */
export const pieceIds = (): string[] => ['default', ...Object.keys(bought)];

/** Fetches a style ahead of the first piece of it. */
export async function fetchStyle(look: string): Promise<void> {
  if (Object.hasOwn(bought, look)) await bought[look]?.fetch();
}

/** X or O in a style that coins buy; the classic one where there is no such style, and until it is there. */
export function Bought({ look, ...piece }: PieceProps & { look: string }) {
  const Style = Object.hasOwn(bought, look) ? bought[look] : undefined;
  if (!Style) return <Classic {...piece} />;
  return (
    <Suspense fallback={<Classic {...piece} still />}>
      <Style {...piece} />
    </Suspense>
  );
}

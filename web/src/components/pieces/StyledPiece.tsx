import { type ComponentType, Suspense } from 'react';
import { lazyComponent, withRetries } from '@/lib/lazyComponent.ts';
import { ClassicPiece } from './ClassicPiece.tsx';
import type { PieceProps } from './PieceSvg.tsx';

/** A style that fails to load must not break the game: the classic one replaces it. */
const drawing = (load: () => Promise<ComponentType<PieceProps>>) =>
  lazyComponent(() => withRetries(load).catch(() => ClassicPiece));

/** The styles that are bought or earned, each a chunk of its own, loaded when it is first shown. */
const styles: Readonly<Record<string, ReturnType<typeof drawing>>> = {
  chalk: drawing(async () => (await import('./styles/Chalk.tsx')).Chalk),
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

/** Returns the ids of all styles, the classic one first. */
export const pieceIds = (): string[] => ['default', ...Object.keys(styles)];

/** Loads a style before its first piece is shown. */
export async function fetchStyle(pieceStyle: string): Promise<void> {
  if (Object.hasOwn(styles, pieceStyle)) await styles[pieceStyle]?.fetch();
}

/** X or O in a purchasable style; in the classic one if the style is unknown or not loaded. */
export function StyledPiece({ pieceStyle, ...piece }: PieceProps & { pieceStyle: string }) {
  const Style = Object.hasOwn(styles, pieceStyle) ? styles[pieceStyle] : undefined;
  if (!Style) return <ClassicPiece {...piece} />;
  return (
    <Suspense fallback={<ClassicPiece {...piece} still />}>
      <Style {...piece} />
    </Suspense>
  );
}

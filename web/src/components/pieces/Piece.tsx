import { Suspense } from 'react';
import { forcedColours } from '@/lib/a11y/media.ts';
import { lazily, withRetries } from '@/lib/lazily.ts';
import { Classic } from './Classic.tsx';
import type { PieceProps } from './Sign.tsx';

const isBought = (look: string | undefined): look is string => look !== undefined && look !== 'default';
const bought = () => import('./Bought.tsx');
/** Without its drawings the game goes on with the classic ones. */
const Bought = lazily(() => withRetries(async () => (await bought()).Bought).catch(() => Classic));

/** Fetches a style ahead of the first piece of it; done when that can be drawn, in its own style or as a classic one. */
export async function fetchPiece(look: string | undefined): Promise<void> {
  if (!isBought(look)) return;
  await Bought.fetch();
  await bought().then(
    ({ fetchStyle }) => fetchStyle(look),
    () => undefined,
  );
}

/**
 * X or O in a piece style by its id. The classic one stands in where there is no such style, while it comes, and where
 * the system has the say over colours.
 */
export function Piece({ look, ...piece }: PieceProps & { look?: string | undefined }) {
  if (!isBought(look) || forcedColours()) return <Classic {...piece} />;
  return (
    <Suspense fallback={<Classic {...piece} still />}>
      <Bought look={look} {...piece} />
    </Suspense>
  );
}

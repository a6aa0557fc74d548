import { Suspense } from 'react';
import { forcedColours } from '@/lib/a11y/media.ts';
import { lazily, withRetries } from '@/lib/lazily.ts';
import { Classic } from './Classic.tsx';
import type { PieceProps } from './Sign.tsx';

const isBought = (look: string | undefined): look is string => look !== undefined && look !== 'default';
const bought = () => import('./Bought.tsx');
/** If it fails to load, the game continues with classic pieces. */
const Bought = lazily(() => withRetries(async () => (await bought()).Bought).catch(() => Classic));

/**
 * Loads a style before its first piece is shown. Resolves when the piece can be drawn, in its style or the classic one.
 */
export async function fetchPiece(look: string | undefined): Promise<void> {
  if (!isBought(look)) return;
  await Bought.fetch();
  await bought().then(
    ({ fetchStyle }) => fetchStyle(look),
    () => undefined,
  );
}

/**
 * X or O in a piece style. The classic one replaces an unknown style, one that is loading, and any in forced colours.
 */
export function Piece({ look, ...piece }: PieceProps & { look?: string | undefined }) {
  if (!isBought(look) || forcedColours()) return <Classic {...piece} />;
  return (
    <Suspense fallback={<Classic {...piece} still />}>
      <Bought look={look} {...piece} />
    </Suspense>
  );
}

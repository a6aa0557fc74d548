import { Suspense } from 'react';
import { forcedColours } from '@/lib/a11y/media.ts';
import { lazily, withRetries } from '@/lib/lazily.ts';
import { Classic } from './Classic.tsx';
import type { PieceProps } from './Sign.tsx';

const isBought = (pieceStyle: string | undefined): pieceStyle is string =>
  pieceStyle !== undefined && pieceStyle !== 'default';
const bought = () => import('./Bought.tsx');
/** If it fails to load, the game continues with classic pieces. */
const Bought = lazily(() => withRetries(async () => (await bought()).Bought).catch(() => Classic));

/**
 * Loads a style before its first piece is shown. Resolves when the piece can be drawn, in its style or the classic one.
 */
export async function fetchPiece(pieceStyle: string | undefined): Promise<void> {
  if (!isBought(pieceStyle)) return;
  await Bought.fetch();
  await bought().then(
    ({ fetchStyle }) => fetchStyle(pieceStyle),
    () => undefined,
  );
}

/**
 * X or O in a piece style. The classic one replaces an unknown style, one that is loading, and any in forced colours.
 */
export function Piece({ pieceStyle, ...piece }: PieceProps & { pieceStyle?: string | undefined }) {
  if (!isBought(pieceStyle) || forcedColours()) return <Classic {...piece} />;
  return (
    <Suspense fallback={<Classic {...piece} still />}>
      <Bought pieceStyle={pieceStyle} {...piece} />
    </Suspense>
  );
}

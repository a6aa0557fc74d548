import { Suspense } from 'react';
import { forcedColours } from '@/lib/a11y/media.ts';
import { lazyComponent, withRetries } from '@/lib/lazyComponent.ts';
import { ClassicPiece } from './ClassicPiece.tsx';
import type { PieceProps } from './PieceSvg.tsx';

const isStyled = (pieceStyle: string | undefined): pieceStyle is string =>
  pieceStyle !== undefined && pieceStyle !== 'default';
const importStyledPiece = () => import('./StyledPiece.tsx');
/** If it fails to load, the game continues with classic pieces. */
const StyledPiece = lazyComponent(() =>
  withRetries(async () => (await importStyledPiece()).StyledPiece).catch(() => ClassicPiece),
);

/**
 * Loads a style before its first piece is shown. Resolves when the piece can be drawn, in its style or the classic one.
 */
export async function fetchPiece(pieceStyle: string | undefined): Promise<void> {
  if (!isStyled(pieceStyle)) return;
  await StyledPiece.fetch();
  await importStyledPiece().then(
    ({ fetchStyle }) => fetchStyle(pieceStyle),
    () => undefined,
  );
}

/**
 * X or O in a piece style. The classic one replaces an unknown style, one that is loading, and any in forced colours.
 */
export function Piece({ pieceStyle, ...piece }: PieceProps & { pieceStyle?: string | undefined }) {
  if (!isStyled(pieceStyle) || forcedColours()) return <ClassicPiece {...piece} />;
  return (
    <Suspense fallback={<ClassicPiece {...piece} still />}>
      <StyledPiece pieceStyle={pieceStyle} {...piece} />
    </Suspense>
  );
}

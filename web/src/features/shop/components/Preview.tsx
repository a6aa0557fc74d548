import { Emoji } from '@/components/emojis/Emoji.tsx';
import { Piece } from '@/components/pieces/Piece.tsx';
import { AvatarRing } from '@/components/ui/AvatarRing.tsx';
import type { Product } from '../model/catalogue.ts';
import styles from './Shop.module.css';

interface PreviewProps {
  product: Product;
  /** Whose picture a frame is shown around. */
  face: { name: string; src: string | null };
  /** How often it was looked at: each time it shows again how it moves; 0 stands still. */
  round: number;
  /** Before it is, a style has empty cells. */
  drawn?: boolean;
}

/** What one would get, as it will be seen in play. */
export function Preview({ product, face, round, drawn = true }: PreviewProps) {
  const moving = round > 0;
  if (product.kind === 'emoji')
    return (
      <span className={styles.glyph}>
        <Emoji key={round} glyph={product.glyph ?? ''} motion={moving ? product.motion : undefined} />
      </span>
    );
  if (product.kind === 'frame')
    return (
      <span className={styles.face}>
        <AvatarRing {...face} frame={product.id} size={96} lively={moving} />
      </span>
    );
  return (
    <span className={styles.cells} dir="ltr">
      {(['X', 'O'] as const).map((side, place) => (
        <span key={side} className={styles.cell}>
          {/* As in a game: it is placed, and then it wins. */}
          <span key={round} data-win={moving || undefined} style={{ ['--place' as string]: place }}>
            {drawn && <Piece side={side} look={product.id} still={!moving} />}
          </span>
        </span>
      ))}
    </span>
  );
}

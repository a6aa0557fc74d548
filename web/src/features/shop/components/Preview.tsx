import { Emoji } from '@/components/emojis/Emoji.tsx';
import { Piece } from '@/components/pieces/Piece.tsx';
import { Avatar } from '@/components/ui/Avatar.tsx';
import type { Product } from '../model/catalogue.ts';
import styles from './Shop.module.css';

interface PreviewProps {
  product: Product;
  /** The picture inside a frame. */
  avatar: { name: string; src: string | null };
  /** Number of views: each one plays the animation again; 0 stands still. */
  round: number;
  /** Whether the code of the item is loaded; a style has empty cells until then. */
  drawn?: boolean;
  /** For a row: a smaller frame. */
  small?: boolean;
}

/** An item as it looks during a game. */
export function Preview({ product, avatar, round, drawn = true, small = false }: PreviewProps) {
  const moving = round > 0;
  if (product.kind === 'emoji')
    return (
      <span className={styles.glyph}>
        <Emoji key={round} glyph={product.glyph ?? ''} motion={moving ? product.motion : undefined} />
      </span>
    );
  if (product.kind === 'frame')
    return (
      <span className={styles.avatar}>
        <Avatar {...avatar} frame={product.id} size={small ? 40 : 96} animated={moving} />
      </span>
    );
  return (
    <span className={styles.cells} dir="ltr">
      {(['X', 'O'] as const).map((side, place) => (
        <span key={side} className={styles.cell}>
          {/* As in a game: it is placed, and then wins. */}
          <span key={round} data-win={moving || undefined} style={{ ['--win-index' as string]: place }}>
            {drawn && <Piece side={side} pieceStyle={product.id} still={!moving} />}
          </span>
        </span>
      ))}
    </span>
  );
}

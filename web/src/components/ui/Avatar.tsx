import { type CSSProperties, type ReactNode, useState } from 'react';
import { AvatarDecoration } from '@/components/avatar-decorations/AvatarDecoration.tsx';
import { isDecoration } from '@/components/avatar-decorations/decorationIds.ts';
import { cx } from './cx.ts';

interface AvatarProps {
  name: string;
  src?: string | null;
  /** For players without a picture: the computer. */
  icon?: ReactNode;
  /** In pixels; defaults to the CSS length --avatar-size. */
  size?: 32 | 40 | 64 | 96;
  /** Ids of the equipped frame and of the achievement border. With both, the frame is outside. */
  frame?: string | null;
  border?: string | null;
  /** Lights the edge: it is this player's turn. */
  glow?: boolean;
  /** Animates the decorations always, not only with `glow` and on hover. */
  animated?: boolean;
  /** Requests the picture before the layout is known. Only for the first paint: lists are longer than the screen. */
  eager?: boolean;
  className?: string;
}

/** Scale of the picture within two decorations: the inner one ends where the picture alone would. */
const WITHIN_TWO = 0.76;

/**
 * A picture, or an initial without one that loads, with the decorations of its owner. It is hidden from screen readers: a
 * name is beside it.
 */
export function Avatar(props: AvatarProps) {
  const { name, src, icon, size, frame, border, glow = false, animated = glow, eager, className } = props;
  // The address, not a flag: the owner may choose another picture.
  const [failedSrc, setFailedSrc] = useState<string>();
  const decorations = [frame, border].filter(isDecoration);
  const side = `calc(var(--avatar-size) * ${decorations.length > 1 ? WITHIN_TWO : 1})`;
  const style: CSSProperties = { inlineSize: side, blockSize: side, fontSize: `max(13px, ${side} * 0.4)` };
  return (
    <span
      aria-hidden
      style={{
        ...(size && { ['--avatar-size' as string]: `${size}px` }),
        inlineSize: 'var(--avatar-size)',
        blockSize: 'var(--avatar-size)',
      }}
      className={cx('relative inline-grid shrink-0 place-items-center', className)}
    >
      <span
        style={style}
        className={cx(
          'grid place-items-center rounded-chip bg-raised font-display font-semibold ring-2 transition-shadow duration-300',
          glow ? 'ring-accent' : 'ring-(--border-subtle)',
        )}
      >
        {src && src !== failedSrc ? (
          <img
            loading={eager ? 'eager' : 'lazy'}
            src={src}
            alt=""
            onError={() => setFailedSrc(src)}
            className="size-full rounded-chip object-cover"
          />
        ) : (
          <span className="leading-none text-text">{icon ?? [...name.trim()][0]?.toUpperCase() ?? '·'}</span>
        )}
      </span>
      {decorations.map((id, index) => (
        <AvatarDecoration key={id} id={id} animated={animated} isNested={index > 0} />
      ))}
    </span>
  );
}

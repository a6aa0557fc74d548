import type { CSSProperties, ReactNode } from 'react';
import { Ring } from '@/components/rings/Ring.tsx';
import { isRing } from '@/components/rings/ringIds.ts';
import { cx } from './cx.ts';

interface AvatarRingProps {
  name: string;
  src?: string | null;
  /** For players without a picture: the computer. */
  icon?: ReactNode;
  /** In pixels; defaults to the CSS length --face. */
  size?: 32 | 40 | 64 | 96;
  /** Ids of the equipped frame and of the achievement border. With both, the frame is outside. */
  frame?: string | null;
  border?: string | null;
  /** Lights the ring: it is this player's turn. */
  glow?: boolean;
  /** Animates the rings always, not only with `glow` and on hover. */
  lively?: boolean;
  className?: string;
}

/** Scale of the picture within two rings: the inner one ends where the picture alone would. */
const WITHIN_TWO = 0.76;

/** A picture or an initial, with the rings of its owner. It is hidden from screen readers: a name is beside it. */
export function AvatarRing(props: AvatarRingProps) {
  const { name, src, icon, size, frame, border, glow = false, lively = glow, className } = props;
  const rings = [frame, border].filter(isRing);
  const face = `calc(var(--face) * ${rings.length > 1 ? WITHIN_TWO : 1})`;
  const style: CSSProperties = { inlineSize: face, blockSize: face, fontSize: `max(13px, ${face} * 0.4)` };
  return (
    <span
      aria-hidden
      style={{
        ...(size && { ['--face' as string]: `${size}px` }),
        inlineSize: 'var(--face)',
        blockSize: 'var(--face)',
      }}
      className={cx('relative inline-grid shrink-0 place-items-center', className)}
    >
      <span
        style={style}
        className={cx(
          'grid place-items-center rounded-chip bg-raised font-display font-semibold ring-2 transition-shadow duration-300',
          glow ? 'ring-accent' : 'ring-(--hair)',
        )}
      >
        {src ? (
          <img src={src} alt="" className="size-full rounded-chip object-cover" />
        ) : (
          <span className="leading-none text-text">{icon ?? [...name.trim()][0]?.toUpperCase() ?? '·'}</span>
        )}
      </span>
      {rings.map((id, index) => (
        <Ring key={id} id={id} lively={lively} inner={index > 0} />
      ))}
    </span>
  );
}

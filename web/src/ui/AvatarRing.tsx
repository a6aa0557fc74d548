import type { CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';

interface AvatarRingProps {
  name: string;
  src?: string | null;
  /** For who has no face: the computer. */
  icon?: ReactNode;
  size: 32 | 40 | 64 | 96;
  /** The one light of the screen: whose turn it is. */
  glow?: boolean;
  className?: string;
}

/** A face or its initial in a thin ring. A picture beside a name, so it says nothing of its own. */
export function AvatarRing({ name, src, icon, size, glow = false, className }: AvatarRingProps) {
  const style: CSSProperties = { inlineSize: size, blockSize: size, fontSize: size * 0.4 };
  return (
    <span
      aria-hidden
      style={style}
      className={cx(
        'relative inline-grid shrink-0 place-items-center rounded-chip bg-raised font-display font-semibold ring-2 transition-shadow duration-300',
        glow ? 'ring-accent' : 'ring-(--hair)',
        className,
      )}
    >
      {src ? (
        <img src={src} alt="" width={size} height={size} className="size-full rounded-chip object-cover" />
      ) : (
        <span className="leading-none text-text">{icon ?? [...name.trim()][0]?.toUpperCase() ?? '·'}</span>
      )}
    </span>
  );
}

import type { Side } from '@fifteen/rules';
import type { ReactNode } from 'react';
import { Mark } from '@/art/pieces/Mark.tsx';
import { cx } from '@/ui/cx.ts';
import { FaceButton } from '@/ui/FaceButton.tsx';
import styles from './Table.module.css';

export interface Seat {
  side: Side;
  name: string;
  picture?: string | null;
  icon?: ReactNode;
  /** A word under the name: "Your turn", "Thinking…", "Away 0:12". */
  caption: ReactNode;
  /** The one light of the screen is here: it is this seat's turn. */
  active: boolean;
  /** Opens this player's card; missing where there is none. */
  onProfile?: () => void;
}

interface PlayerStripProps extends Seat {
  /** At the end of the strip: the clock of an online game. */
  children?: ReactNode;
  className?: string;
}

export function PlayerStrip({
  side,
  name,
  picture,
  icon,
  caption,
  active,
  onProfile,
  children,
  className,
}: PlayerStripProps) {
  return (
    <div className={cx(styles.strip, active && styles.active, className)}>
      <FaceButton name={name} src={picture} icon={icon} size={40} glow={active} onProfile={onProfile} />
      <div className="grid min-w-0 flex-1">
        <span className="truncate font-display text-14 font-semibold tablet:text-16">{name}</span>
        <span className={cx('truncate text-12', active ? 'text-text' : 'text-muted')}>{caption}</span>
      </div>
      {children}
      <span className={styles.sign} role="img" aria-label={side}>
        <Mark side={side} className="size-7" />
      </span>
    </div>
  );
}

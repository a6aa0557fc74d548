import type { Side } from '@fifteen/rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '@/art/pieces/Mark.tsx';
import { AvatarRing } from '@/ui/AvatarRing.tsx';
import { cx } from '@/ui/cx.ts';
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
  const { t } = useTranslation();
  const face = <AvatarRing name={name} src={picture} icon={icon} size={40} glow={active} />;
  return (
    <div className={cx(styles.strip, active && styles.active, className)}>
      {onProfile ? (
        <button
          type="button"
          aria-label={t('table.profileOf', { name })}
          onClick={onProfile}
          className="-m-0.5 grid shrink-0 rounded-chip p-0.5 transition-transform duration-150 hover:scale-105"
        >
          {face}
        </button>
      ) : (
        face
      )}
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

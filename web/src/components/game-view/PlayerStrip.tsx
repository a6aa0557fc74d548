import type { Achievement, PlayerInfo } from '@fifteen/contract';
import { byAchievementRank } from '@fifteen/contract/constants';
import type { Side } from '@fifteen/rules';
import type { ReactNode } from 'react';
import { Piece } from '@/components/pieces/Piece.tsx';
import { cx } from '@/components/ui/cx.ts';
import { FaceButton } from '@/components/ui/FaceButton.tsx';
import styles from './GameView.module.css';

/** The equipped cosmetics of a player: a part of what the server sends of them. */
export type Cosmetics = Partial<
  Pick<PlayerInfo, 'activePieceStyle' | 'activeFrameId' | 'selectedAchievementBorder' | 'achievements'>
>;

export interface Seat {
  side: Side;
  name: string;
  picture?: string | null;
  /** How this player's marks and picture look, as bought and earned; plain where nothing is said. */
  cosmetics?: Cosmetics;
  icon?: ReactNode;
  /** Beside the name: that it is a computer, or what is at stake. */
  tag?: ReactNode;
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
  cosmetics,
  icon,
  tag,
  caption,
  active,
  onProfile,
  children,
  className,
}: PlayerStripProps) {
  return (
    <div className={cx(styles.strip, active && styles.active, className)} data-side={side}>
      <div className={styles.seat}>
        <FaceButton
          name={name}
          src={picture}
          frame={cosmetics?.activeFrameId}
          border={cosmetics?.selectedAchievementBorder}
          icon={icon}
          glow={active}
          onProfile={onProfile}
        />
        <div className="grid min-w-0 flex-[1_1_6rem]">
          <span className="flex min-w-0 items-center gap-2">
            <span className={cx('truncate', styles.name)}>{name}</span>
            <BestAchievement achievements={cosmetics?.achievements} />
            {tag && <span className={styles.tag}>{tag}</span>}
          </span>
          <span className={cx('truncate', styles.caption, active ? 'text-text' : 'text-muted')}>
            {caption}
          </span>
        </div>
        {children}
        <span className={styles.sign} role="img" aria-label={side}>
          <Piece side={side} look={cosmetics?.activePieceStyle} still />
        </span>
      </div>
    </div>
  );
}

/** The icon of the best achievement (docs/spec/play.md#play-2.5). The profile names it, so readers of the screen miss nothing. */
function BestAchievement({ achievements = [] }: { achievements?: readonly Achievement[] }) {
  const [best] = [...achievements].sort(byAchievementRank);
  if (!best) return null;
  return (
    <span aria-hidden data-achievement={best.achievementType} className="shrink-0 text-14">
      {best.icon}
    </span>
  );
}

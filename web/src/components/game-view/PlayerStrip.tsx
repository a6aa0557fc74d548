import type { Achievement, PlayerInfo } from '@fifteen/contract';
import { byAchievementRank, type Side } from '@fifteen/domain';
import { memo, type ReactNode, Suspense } from 'react';
import { Trophy } from 'lucide-react';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { Piece } from '@/components/pieces/Piece.tsx';
import { cx } from '@/components/ui/cx.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import styles from './GameView.module.css';

const SmallMedal = lazyComponent(
  async () => (await import('@/components/achievements/SmallMedal.tsx')).SmallMedal,
);

/** The equipped cosmetics of a player: a part of what the server sends about them. */
export type Cosmetics = Partial<
  Pick<PlayerInfo, 'activePieceStyle' | 'activeFrameId' | 'selectedAchievementBorder' | 'achievements'>
>;

export interface Seat {
  side: Side;
  name: string;
  picture?: string | null;
  /** Equipped cosmetics; the defaults without them. */
  cosmetics?: Cosmetics;
  icon?: ReactNode;
  /** Beside the name: a computer player, or the stake. */
  tag?: ReactNode;
  /** Text under the name: "Your turn", "Thinking…", "Away 0:12". */
  caption: ReactNode;
  /** Whether this seat won. */
  won?: boolean;
  /** Whether it is the turn of this seat, which lights it. */
  active: boolean;
  /** Opens the player's card; undefined for players without one. */
  onProfile?: () => void;
}

interface PlayerStripProps extends Seat {
  /** At the end of the strip: the clock of an online game. */
  children?: ReactNode;
  /** After the clock. Not a second child, of which each render would make a new list. */
  actions?: ReactNode;
  className?: string;
}

/**
 * A seat beside the board. In a local game it is not rendered with the piece of a move, but in the frame after it: the
 * game keeps its seats until then. An online game has new ones with each change.
 */
export const PlayerStrip = memo(function PlayerStrip({
  side,
  name,
  picture,
  cosmetics,
  icon,
  tag,
  caption,
  won = false,
  active,
  onProfile,
  children,
  actions,
  className,
}: PlayerStripProps) {
  return (
    <div className={cx(styles.strip, active && styles.active, won && styles.won, className)} data-side={side}>
      <div className={styles.seat}>
        <div className={styles.player}>
          <AvatarButton
            name={name}
            src={picture}
            frame={cosmetics?.activeFrameId}
            border={cosmetics?.selectedAchievementBorder}
            icon={icon}
            glow={active}
            onProfile={onProfile}
          />
          <div className="grid min-w-0 flex-[1_1_6rem]">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              {/* Its own direction: a Latin name on an Arabic page would be cut at its beginning. */}
              <span dir="auto" className={cx('max-w-max grow basis-[5ch] truncate', styles.name)}>
                {name}
              </span>
              <BestAchievement achievements={cosmetics?.achievements} />
              {tag && <span className={styles.tag}>{tag}</span>}
            </span>
            <span className={cx('truncate', styles.caption, active ? 'text-text' : 'text-muted')}>
              {won && <Trophy aria-hidden className="me-1.5 inline size-4 align-[-0.15em]" />}
              {caption}
            </span>
          </div>
          {children}
          <span className={styles.piece} role="img" aria-label={side}>
            <Piece side={side} pieceStyle={cosmetics?.activePieceStyle} still />
          </span>
        </div>
        {actions}
      </div>
    </div>
  );
});

/**
 * The icon of the best achievement (docs/spec/play.md#play-2.5). The profile names it, so screen readers miss nothing.
 */
function BestAchievement({ achievements = [] }: { achievements?: readonly Achievement[] }) {
  const [best] = [...achievements].sort(byAchievementRank);
  if (!best) return null;
  return (
    <span aria-hidden className="size-5 shrink-0">
      <Suspense>
        <SmallMedal type={best.achievementType} />
      </Suspense>
    </span>
  );
}

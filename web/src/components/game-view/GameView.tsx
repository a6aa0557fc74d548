import type { Position } from '@fifteen/rules';
import type { ReactNode } from 'react';
import { Board, type BoardProps } from '@/components/board/Board.tsx';
import { NearLine } from '@/components/board/Tray.tsx';
import { cx } from '@/components/ui/cx.ts';
import { MoveStrip } from './MoveStrip.tsx';
import { useNearCells } from './announceMove.ts';
import { PlayerStrip, type Seat } from './PlayerStrip.tsx';
import styles from './GameView.module.css';

interface GameViewProps extends Omit<BoardProps, 'looks' | 'marks'> {
  /** The seat across the table, above the board. */
  opponent: Seat;
  /** The own seat, below it; in pass-and-play, that of O. */
  own: Seat;
  moves: readonly Position[];
  /** Clocks of the two seats, where the game has any. */
  opponentClock?: ReactNode;
  ownClock?: ReactNode;
  /** Such as auto-play. Below the own seat: it comes and goes, and the board must not move for it. */
  banner?: ReactNode;
  /** Over the board, which stays in sight: that the line is down. */
  overlay?: ReactNode;
  actions?: ReactNode;
}

/** A board with two players at it: what local and online games share (web.md 4.4). */
export function GameView({
  opponent,
  own,
  moves,
  opponentClock,
  ownClock,
  banner,
  overlay,
  actions,
  ...board
}: GameViewProps) {
  const near = useNearCells((store) => store.cells);
  const mark = near?.[0] && board.board[near[0]];
  // Of the game that is on, and of one that is not over.
  const stillThere = mark && !board.winning && near.every((cell) => board.board[cell] === mark);
  const pieceStyles = {
    [own.side]: own.cosmetics?.activePieceStyle,
    [opponent.side]: opponent.cosmetics?.activePieceStyle,
  };
  return (
    <div className={styles.table} data-table>
      <PlayerStrip {...opponent} className={styles.opponent}>
        {opponentClock}
      </PlayerStrip>
      <div className={styles.stage}>
        <span
          aria-hidden
          className={cx(styles.lamp, styles.far)}
          data-on={opponent.active || undefined}
          data-side={opponent.side}
        />
        <Board {...board} pieceStyles={pieceStyles} marks={stillThere && <NearLine cells={near} />} />
        <span
          aria-hidden
          className={cx(styles.lamp, styles.near)}
          data-on={own.active || undefined}
          data-side={own.side}
        />
        {overlay}
      </div>
      <PlayerStrip {...own} className={styles.own}>
        {ownClock}
        {actions}
      </PlayerStrip>
      {banner && <div className={styles.banner}>{banner}</div>}
      {(board.turn !== null || moves.length > 0) && <MoveStrip moves={moves} />}
    </div>
  );
}

import type { Position } from '@fifteen/domain';
import type { ReactNode } from 'react';
import { Board, type BoardProps } from '@/components/board/Board.tsx';
import { NearLine } from '@/components/board/Field.tsx';
import { cx } from '@/components/ui/cx.ts';
import { MoveStrip } from './MoveStrip.tsx';
import { useNearCells } from './announceMove.ts';
import { useConfirmedMove } from './useConfirmedMove.ts';
import { PlayerStrip, type Seat } from './PlayerStrip.tsx';
import styles from './GameView.module.css';

interface GameViewProps extends Omit<BoardProps, 'pieceStyles'> {
  /** Undefined where the user never moves. */
  gameId?: string | undefined;
  /** The seat of the opponent, above the board. */
  opponent: Seat;
  /** The user's seat, below the board; in pass-and-play, that of O. */
  ownSeat: Seat;
  moves: readonly Position[];
  /** Clocks of the two seats; only in online games. */
  opponentClock?: ReactNode;
  ownClock?: ReactNode;
  /** For example auto-play. Below the user's seat, so that the board does not move when it appears. */
  banner?: ReactNode;
  /** Over the board, which stays visible: for a lost connection. */
  overlay?: ReactNode;
  actions?: ReactNode;
}

/** A board with two players: the layout that local and online games share. */
export function GameView({
  gameId,
  opponent,
  ownSeat,
  moves,
  opponentClock,
  ownClock,
  banner,
  overlay,
  actions,
  marks,
  ...board
}: GameViewProps) {
  const { chosen, press } = useConfirmedMove(board, gameId);
  const nearCells = useNearCells((store) => store.cells);
  const mark = nearCells?.[0] && board.board[nearCells[0]];
  // The marks belong to the current game, and only while it runs.
  const isStillNear = mark && !board.winning && nearCells.every((cell) => board.board[cell] === mark);
  const pieceStyles = {
    [ownSeat.side]: ownSeat.cosmetics?.activePieceStyle,
    [opponent.side]: opponent.cosmetics?.activePieceStyle,
  };
  return (
    <div className={styles.gameView} data-game-view>
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
        <Board
          {...board}
          chosen={chosen}
          onMove={press}
          pieceStyles={pieceStyles}
          marks={marks ?? (isStillNear && <NearLine cells={nearCells} />)}
        />
        <span
          aria-hidden
          className={cx(styles.lamp, styles.near)}
          data-on={ownSeat.active || undefined}
          data-side={ownSeat.side}
        />
        {overlay}
      </div>
      <PlayerStrip {...ownSeat} actions={actions} className={styles.own}>
        {ownClock}
      </PlayerStrip>
      {banner && <div className={styles.banner}>{banner}</div>}
      {(board.turn !== null || moves.length > 0) && <MoveStrip moves={moves} />}
    </div>
  );
}

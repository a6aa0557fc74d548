import type { BoardRecord, Position } from '@fifteen/rules';
import { type ReactNode, useEffect } from 'react';
import { MiniBoard } from '@/art/board/MiniBoard.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { celebrate } from './confetti.ts';

interface GameOverDialogProps {
  /** "Victory!", "Draw", … */
  title: string;
  /** How it came: the line by its name. */
  description: string;
  board: BoardRecord;
  winning: readonly Position[] | null;
  /** Confetti: for every game that somebody won. */
  festive: boolean;
  /** What it brought: coins won or lost. */
  children?: ReactNode;
  footer: ReactNode;
  onClose: () => void;
}

export function GameOverDialog(props: GameOverDialogProps) {
  const { title, description, board, winning, festive, children, footer, onClose } = props;
  useEffect(() => (festive ? celebrate() : undefined), [festive]);
  return (
    <Dialog open onClose={onClose} title={title} description={description} footer={footer}>
      <MiniBoard board={board} winning={winning} className="block w-full" />
      {children}
    </Dialog>
  );
}

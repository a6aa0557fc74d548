import type { BoardRecord, Position } from '@fifteen/domain';
import { Telescope } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { celebrate } from './confetti.ts';

interface GameOverDialogProps {
  /** "Victory!", "Draw", … */
  title: string;
  /** How the game ended: the name of the line. */
  description: string;
  board: BoardRecord;
  winning: readonly Position[] | null;
  /** Shows confetti: for the winner and for spectators, never for the loser. */
  festive: boolean;
  /** Path of the review. */
  review: string;
  /** Coins won or lost. */
  children?: ReactNode;
  footer: ReactNode;
  onClose: () => void;
}

export function GameOverDialog(props: GameOverDialogProps) {
  const { title, description, board, winning, festive, review, children, footer, onClose } = props;
  const { t } = useTranslation();
  useEffect(() => (festive ? celebrate() : undefined), [festive]);
  return (
    <Dialog open onClose={onClose} title={title} description={description} footer={footer}>
      <MiniBoard board={board} winning={winning} className="block w-full" />
      {children}
      <Link
        to={review}
        onClick={onClose}
        className="mbs-3 -ms-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-14 font-semibold text-accent hover:bg-raised"
      >
        <Telescope aria-hidden size={18} />
        {t('gameView.review')}
      </Link>
    </Dialog>
  );
}

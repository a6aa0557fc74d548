import type { ReactNode } from 'react';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';

interface NoticeProps {
  title: string;
  text?: string;
  /** What can be done about it. */
  children: ReactNode;
  /** Something went wrong: read out at once. */
  alert?: boolean;
}

/** What a page says when it has nothing to show: an empty board, a sentence, a way on. */
export function Notice({ title, text, children, alert = false }: NoticeProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="grid justify-items-center gap-2 py-12 text-center tablet:py-20"
    >
      <MiniBoard board={{}} className="mbe-4 w-48 opacity-70" />
      <h2 className="font-display text-20 font-semibold">{title}</h2>
      {text && <p className="max-w-md text-balance text-muted">{text}</p>}
      <div className="mbs-4">{children}</div>
    </div>
  );
}

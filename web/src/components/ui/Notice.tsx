import type { ReactNode } from 'react';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';

interface NoticeProps {
  title: string;
  text?: string;
  /** Actions of the user. */
  children: ReactNode;
  /** An error: interrupts screen readers. */
  alert?: boolean;
}

/** A page without content: an empty board, a sentence, and what to do next. */
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

import type { Side } from '@fifteen/domain';

/** X or O as an icon within text and labels, hidden from screen readers. */
export function PieceIcon({ side, className }: { side: Side; className?: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden
      fill="none"
      strokeWidth={16}
      strokeLinecap="round"
      className={`forced-colors:stroke-[CanvasText] ${side === 'X' ? 'stroke-x' : 'stroke-o'} ${className ?? ''}`}
    >
      {side === 'X' ? <path d="M22 22 78 78M78 22 22 78" /> : <circle cx="50" cy="50" r="30" />}
    </svg>
  );
}

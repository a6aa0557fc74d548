import { wordmark } from './wordmark.ts';

/** The name FIFTEEN in straight strokes, like the marks on the board. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <svg
      viewBox={wordmark.viewBox}
      role="img"
      aria-label="Fifteen"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={wordmark.stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {wordmark.letters.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

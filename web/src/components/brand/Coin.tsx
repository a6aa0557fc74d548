/** The coin: brass, with the three rows of the board. */
export function Coin({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={className}
      fill="none"
      stroke="var(--warn)"
      strokeWidth="1.6"
    >
      <circle cx="12" cy="12" r="10" fill="color-mix(in oklab, var(--warn) 22%, transparent)" />
      <circle cx="12" cy="12" r="7.2" strokeWidth="1" opacity=".6" />
      <path d="M9 9.2h6M8.2 12h7.6M9 14.8h6" strokeLinecap="round" />
    </svg>
  );
}

/** The sign of the product, as on its icon: a lacquered tile with both marks, in the colours of the theme. */
export function Emblem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none" strokeLinecap="round">
      <rect x=".75" y=".75" width="30.5" height="30.5" rx="8" fill="var(--board)" stroke="var(--line)" />
      <path d="M6.5 11.2 15.3 20.8M15.3 11.2 6.5 20.8" stroke="var(--x)" strokeWidth="2.9" />
      <circle cx="22" cy="16" r="4.6" stroke="var(--o)" strokeWidth="2.9" />
    </svg>
  );
}

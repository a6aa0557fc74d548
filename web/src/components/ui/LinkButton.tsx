import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link in the style of a button. */
export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-control bg-accent px-4 font-display text-14 font-semibold text-on-accent hover:brightness-108"
    >
      {children}
    </Link>
  );
}

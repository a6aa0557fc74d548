import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function Badge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'numeral inline-flex min-h-5 items-center rounded-chip bg-raised px-2 text-13 font-semibold text-muted',
        className,
      )}
    >
      {children}
    </span>
  );
}

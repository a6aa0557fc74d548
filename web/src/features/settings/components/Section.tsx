import { type ReactNode, useId } from 'react';

/** A group of a dialog under its small heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="border-be border-(--border-subtle) pbe-1.5 text-14 font-semibold text-muted">
        {title}
      </h3>
      {children}
    </section>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface CardHeadProps {
  icon: LucideIcon;
  /** Id of the heading, which names the card. */
  id: string;
  title: string;
  /** Content under the heading. */
  children: ReactNode;
  /** Content at the end of the row. */
  end?: ReactNode;
}

/** The head of a card: an icon, a heading, and a text. */
export function CardHead({ icon: Icon, id, title, children, end }: CardHeadProps) {
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="mbs-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <h2 id={id} className="font-display font-semibold">
          {title}
        </h2>
        <div className="text-14 wrap-anywhere">{children}</div>
      </div>
      {end}
    </div>
  );
}

import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { cx } from '@/ui/cx.ts';

interface PageProps {
  title: string;
  /** Where the arrow at the start of the bar leads, and what it is called. */
  back: { to: string; label: string };
  /** At the end of the bar. */
  end?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** The heading takes the focus, so that whoever comes here hears where they are. */
const focusOnArrival = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** A page beside the table: a bar with the way back and its name, and what it holds. */
export function Page({ title, back, end, wide = false, children }: PageProps) {
  const width = cx('mx-auto px-3 tablet:px-8', wide ? 'max-w-[1304px]' : 'max-w-[1024px]');
  return (
    <>
      <header className="sticky inset-bs-0 z-30 border-be border-(--hair) bg-bg">
        <div className={cx(width, 'flex h-14 items-center gap-2 tablet:h-16')}>
          <Link
            to={back.to}
            aria-label={back.label}
            className="-ms-2 grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-surface hover:text-text"
          >
            <ArrowLeft aria-hidden size={22} className="rtl:-scale-x-100" />
          </Link>
          <h1
            key={title}
            ref={focusOnArrival}
            tabIndex={-1}
            className="min-w-0 flex-1 truncate font-display text-20 font-semibold outline-none"
          >
            {title}
          </h1>
          {end}
        </div>
      </header>
      <main id="main" className={cx(width, 'py-4 tablet:py-8')}>
        {children}
      </main>
    </>
  );
}

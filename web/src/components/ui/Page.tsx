import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { focusOnArrival } from '@/lib/a11y/announcer.ts';
import { cx } from './cx.ts';

interface PageProps {
  title: string;
  /** Target and text of the link at the start of the bar. */
  back: { to: string; label: string };
  /** Content at the end of the bar. */
  end?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A page without a game: a bar with the way back and the title, and content. */
export function Page({ title, back, end, wide = false, children }: PageProps) {
  const width = cx('mx-auto px-3 tablet:px-8', wide ? 'max-w-[1304px]' : 'max-w-[1024px]');
  return (
    <>
      <header className="full-bleed sticky inset-bs-0 z-30 [@media(height<320px)]:static border-be border-(--border-subtle) bg-bg">
        <div className={cx(width, '@container flex min-h-14 flex-wrap items-center gap-2 tablet:min-h-16')}>
          <Link
            to={back.to}
            className="-ms-2 flex min-h-11 max-w-2/5 shrink-0 items-center gap-1.5 rounded-control px-2 text-13 leading-tight font-semibold text-muted transition-colors hover:bg-surface hover:text-text tablet:text-14"
          >
            <ArrowLeft aria-hidden size={20} className="shrink-0 rtl:-scale-x-100" />
            <span className="@max-[22rem]:sr-only">{back.label}</span>
          </Link>
          <h1
            key={title}
            ref={focusOnArrival}
            tabIndex={-1}
            className="min-w-0 flex-[1_1_6ch] truncate font-display text-20 font-semibold outline-none"
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

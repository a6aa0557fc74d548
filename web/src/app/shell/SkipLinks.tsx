import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session.ts';

const LINK =
  'sr-only focus:not-sr-only focus:fixed focus:inset-s-[calc(8px+var(--safe-start))] focus:inset-bs-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3';

/** The first stops of the keyboard: past the bar to the board, or to what the page is about. Visible while focused. */
export function SkipLinks() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const hasBoard = useSession().status === 'in' && pathname === '/';
  return (
    <>
      <a href="#main" onClick={(event) => skipTo('#main', event)} className={LINK}>
        {t('app.skip')}
      </a>
      {hasBoard && (
        <a href="#main" onClick={(event) => skipTo('[data-board] [tabindex="0"]', event)} className={LINK}>
          {t('app.skipToBoard')}
        </a>
      )}
    </>
  );
}

/** Moves the focus without an address of its own: a step back leads to the page before, not to the top of this one. */
function skipTo(selector: string, event: MouseEvent): void {
  const target = document.querySelector<HTMLElement>(selector) ?? document.querySelector('main');
  if (!target) return;
  event.preventDefault();
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus();
}

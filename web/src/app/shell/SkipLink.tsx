import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** The first stop of the keyboard: skips the bar. Visible only with focus. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      onClick={skip}
      className="sr-only focus:not-sr-only focus:fixed focus:inset-s-2 focus:inset-bs-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-4 focus:py-3"
    >
      {t('app.skip')}
    </a>
  );
}

/** Moves the focus without changing the address: Back leads to the previous page, not to the top of this one. */
function skip(event: MouseEvent): void {
  const main = document.getElementById('main') ?? document.querySelector('main');
  if (!main) return;
  event.preventDefault();
  main.tabIndex = -1;
  main.focus();
}

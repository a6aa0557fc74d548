import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';

/**
 * Closes the open dialog when Back or Forward changes the page: it belongs to the page that was left. On Android, Back
 * closes the dialog instead (ADR 66).
 */
export function useClosedByBack(): void {
  const { pathname } = useLocation();
  const isHistory = useNavigationType() === 'POP';
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    if (!isHistory) return;
    useOverlay.getState().hide();
    usePlayerCard.getState().close();
  }, [pathname, isHistory]);
}

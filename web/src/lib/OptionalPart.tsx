import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { forgetFailures } from '@/lib/lazyComponent.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { PendingBar } from '@/lib/PendingBar.tsx';

interface OptionalPartProps {
  /** What the part is about. A failed part is rendered again when it changes. */
  subject: unknown;
  /** Closes a part that failed, so that it can be opened again. */
  onFailure?: () => void;
  /** Keeps the place of a part that is loading. By default, one with `onFailure` has a bar at the top of the window. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * A part that is loaded when it opens, and that the page can do without: a dialog, a notice, a card beside the board. If
 * it fails to load or to render, a toast says so, and the page goes on with its game.
 */
export function OptionalPart({
  subject,
  onFailure,
  fallback = onFailure && <PendingBar />,
  children,
}: OptionalPartProps) {
  function handleError(error: unknown): void {
    forgetFailures();
    onFailure?.();
    notifyError(error);
  }
  return (
    <ErrorBoundary fallback={null} resetKeys={[subject]} onError={handleError}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '@/entities/session/session.ts';
import { keepingRoom } from '@/lib/roomLink.ts';

/** Pages that are open to any user (docs/spec/play.md#play-2.1). */
const open = new Set(['/verify-email', '/reset-password']);

interface SessionGateProps {
  /** Shown while it is not known yet who is there; the splash is over it. */
  loading: ReactNode;
  /** The app's routes. */
  children: ReactNode;
}

/**
 * Who may be where: without a verified account every path but the open ones ends in /auth, with one /auth leads home.
 * The room of an invite link comes along both ways.
 */
export function SessionGate({ loading, children }: SessionGateProps) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (open.has(pathname)) return children;
  if (status === 'loading') return loading;
  const place = status === 'in' ? '/' : '/auth';
  if ((pathname === '/auth') === (place === '/auth')) return children;
  // What it leads to may have to be fetched first.
  return (
    <>
      {loading}
      <Navigate to={keepingRoom(place, search)} replace />
    </>
  );
}

import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '@/entities/session/session.ts';
import { keepingRoom } from '@/lib/roomLink.ts';
import { publicPaths } from '../model/paths.ts';

interface SessionGateProps {
  /** Shown while the session is unknown, below the splash. */
  loading: ReactNode;
  /** The app's routes. */
  children: ReactNode;
}

/**
 * Redirects by session: without a verified account to /auth, except from the open paths; with one from /auth to home.
 * Both ways keep the room of an invite link.
 */
export function SessionGate({ loading, children }: SessionGateProps) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (publicPaths.has(pathname)) return children;
  if (status === 'loading') return loading;
  const place = status === 'in' ? '/' : '/auth';
  if ((pathname === '/auth') === (place === '/auth')) return children;
  // The code of the page may have to be loaded first.
  return (
    <>
      {loading}
      <Navigate to={keepingRoom(place, search)} replace />
    </>
  );
}

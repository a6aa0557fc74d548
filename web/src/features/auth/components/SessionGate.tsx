import type { ReactNode } from 'react';
import { type Location, Navigate } from 'react-router';
import { useSession } from '@/entities/session/session.ts';
import { keepingRoom } from '@/lib/roomLink.ts';
import { publicPaths } from '../model/paths.ts';

interface SessionGateProps {
  /** The location whose page the children show. The browser may be at the next one, whose code is loading. */
  location: Location;
  /** Shown while the session is unknown, below the splash. */
  loading: ReactNode;
  /** The app's routes. */
  children: ReactNode;
}

/**
 * Redirects by session: without a verified account to /auth, except from the open paths; with one from /auth to home.
 * Both ways keep the room of an invite link.
 */
export function SessionGate({ location: { pathname, search }, loading, children }: SessionGateProps) {
  const { status } = useSession();
  if (publicPaths.has(pathname)) return children;
  if (status === 'loading') return loading;
  const isIn = status === 'in';
  if ((pathname === '/auth') !== isIn) return children;
  // The code of the page may have to be loaded first.
  return (
    <>
      {loading}
      <Navigate to={keepingRoom(isIn ? '/' : '/auth', search)} replace />
    </>
  );
}

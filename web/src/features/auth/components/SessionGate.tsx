import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useSession } from '@/lib/session.ts';
import { keepingRoom } from '../model/invitation.ts';

/** Pages that are open to anybody (core-of-play 2). */
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
  const [path] = useLocation();
  const search = useSearch();
  if (open.has(path)) return children;
  if (status === 'loading') return loading;
  // A redirect acts once, when it appears: by their keys these are two.
  if (status === 'in' && path === '/auth') return <Redirect key="in" to={keepingRoom('/', search)} replace />;
  if (status !== 'in' && path !== '/auth')
    return <Redirect key="out" to={keepingRoom('/auth', search)} replace />;
  return children;
}

import type { User } from '@fifteen/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { clearToasts, toast } from '@/lib/toast.ts';
import { api, onUnauthorized } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import { openLogin } from '@/lib/navigation.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { storage } from '@/lib/storage.ts';

/** When the splash is over (index.html). */
const SPLASH = 2_500;
/** How long the loading screen stands after it at most: then the question who is in counts as unanswered. */
const LOADING_CAP = 1_500;
/** From the notice that the session is over to the login screen (docs/spec/play.md#play-8.2). */
const LOGIN_AFTER = 500;

/** The last user of this browser, without the address: who was signed in can start offline, and sees home at once. */
function readBackup(): User | undefined {
  try {
    const user = JSON.parse(storage.read('backup_user_data') ?? '') as User;
    return typeof user.id === 'string' && typeof user.username === 'string' ? user : undefined;
  } catch {
    return undefined;
  }
}

function writeBackup(user: User | null): void {
  if (user) storage.write('backup_user_data', JSON.stringify({ ...user, email: null }));
  else storage.remove('backup_user_data');
}

/** The loading screen waits so long for the answer; where the last user is known, a call's own time limit is enough. */
function loadingLimit(): AbortSignal[] {
  const isLoading = queryClient.getQueryData(sessionQuery.queryKey) === undefined;
  const splash = Math.max(0, Math.ceil(SPLASH - performance.now()));
  return isLoading ? [AbortSignal.timeout(splash + LOADING_CAP)] : [];
}

async function fetchSession({ signal }: { signal: AbortSignal }): Promise<User | null> {
  try {
    // Not `auth.user`: its 401 for a visitor would stand as an error in the browser's console.
    const { user } = await api.auth.session({ signal: AbortSignal.any([signal, ...loadingLimit()]) });
    signal.throwIfAborted();
    writeBackup(user);
    return user;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ApiError && error.status === 401) {
      writeBackup(null);
      return null;
    }
    // Unanswered: whom we know stays (the error keeps the last data), whom we do not know is not signed in.
    if (readBackup()) throw error;
    return null;
  }
}

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  initialData: readBackup,
  initialDataUpdatedAt: 0,
  retry: false,
  networkMode: 'always',
  refetchOnReconnect: 'always',
});

export interface Session {
  /** `unverified`: an account whose address is not confirmed, which may only see the auth pages. */
  status: 'loading' | 'out' | 'unverified' | 'in';
  user: User | null;
}

/** Who is signed in, from the first render on where this browser knows the last user. */
export function useSession(): Session {
  const { data: user } = useQuery(sessionQuery);
  if (user === undefined) return { status: 'loading', user: null };
  if (user === null) return { status: 'out', user };
  return { status: user.isEmailVerified ? 'in' : 'unverified', user };
}

/** The signed-in user; only for what stands behind the session gate. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('no user is signed in');
  return user;
}

/** Asks again who is signed in and what they own: after a coin award, a finished game, a purchase. */
export function refreshUser(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The newest balance that was pushed, by user: pushes may arrive out of order. */
let latestBalance = { userId: '', version: -1 };

/**
 * What the signed-in user owns now, as an answer or a push said it. `version`: of two pushes the one with the higher is
 * newer, and the older changes nothing; an answer has none, and the push that follows it has the last word.
 */
export function setCoins(coins: number, version?: number): void {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  if (version !== undefined) {
    if (latestBalance.userId === user.id && version <= latestBalance.version) return;
    latestBalance = { userId: user.id, version };
  }
  const next = { ...user, coins };
  writeBackup(next);
  queryClient.setQueryData(sessionQuery.queryKey, next);
}

/** Puts a new state of the signed-in user in place; null signs out here. What was read for another user is forgotten. */
export function becomeUser(user: User | null): void {
  const last = queryClient.getQueryData(sessionQuery.queryKey);
  writeBackup(user);
  if (last?.id !== user?.id) {
    storage.remove('currentGameState');
    storage.remove('currentRoomState');
    storage.remove('lastGameStarted');
    storage.remove('localGames');
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }
  // A request that left with the cookie of before would answer for the session that has just ended.
  void queryClient.cancelQueries(sessionQuery);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** Logs out; for a guest this ends the account. Whether it worked shows in the session. */
export async function logout(): Promise<void> {
  try {
    await api.auth.logout();
  } catch (error) {
    const { title, text } = explainError(error);
    toast({ title, description: text, tone: 'error' });
    return;
  }
  // The server also announces the end of a game that the logout ended, just before it responds.
  clearToasts();
  becomeUser(null);
}

let leaving = false;

/** The server no longer knows the session: says so, and goes to the login screen (docs/spec/play.md#play-8.2). */
export function sessionLost(): void {
  if (leaving || !queryClient.getQueryData(sessionQuery.queryKey)) return;
  leaving = true;
  toast({ title: t('errors.loggedOut'), tone: 'error' });
  setTimeout(() => {
    leaving = false;
    becomeUser(null);
    openLogin();
  }, LOGIN_AFTER);
}

/**
 * Asks who is signed in, as the first thing the app does (web.md 0.1), and keeps an ear on 401s and on other tabs:
 * who logs out in one is out in all.
 */
export function startSession(): void {
  void queryClient.prefetchQuery(sessionQuery);
  onUnauthorized(sessionLost);
  addEventListener('storage', ({ key }) => {
    if (key === 'backup_user_data') void refreshUser();
  });
}

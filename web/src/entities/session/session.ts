import type { User } from '@fifteen/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { clearToasts, toast } from '@/lib/toast.ts';
import { api, onUnauthorized, readUserFrom } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { openLogin } from '@/lib/navigation.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { pause } from '@/lib/pause.ts';
import { queryClient, refetchIfFetching } from '@/lib/queryClient.ts';
import { storage } from '@/lib/storage.ts';
import { playerKey } from '@/entities/player/player.ts';

/** End of the splash (index.html); milliseconds after the start. */
const SPLASH = 2_500;
/** Longest time of the loading screen after the splash; then the sign-in page comes. Milliseconds. */
const LOADING_CAP = 1_500;
/** Longest time that the creation of a guest waits for the session of this browser. Milliseconds. */
const CURRENT_USER_LIMIT = 5_000;
/** From the notice of a lost session to the login screen; milliseconds (docs/spec/play.md#play-8.2). */
const LOGIN_AFTER = 500;

function parseBackup(text: string | null): User | undefined {
  try {
    const user = JSON.parse(text ?? '') as User;
    return typeof user.id === 'string' && typeof user.username === 'string' ? user : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the last user of this browser, without the address: they can start offline and see home at once. */
const readBackup = (): User | undefined => parseBackup(storage.read('backup_user_data'));

function writeBackup(user: User | null): void {
  if (user) storage.write('backup_user_data', JSON.stringify({ ...user, email: null }));
  else storage.remove('backup_user_data');
}

/**
 * Returns a stored user in comparable form, without the balance. The server sends the balance to each tab; while it does
 * not know it, each tab stores the last one that it received, and would fetch the user for that of the other without end.
 */
const backupProfile = (text: string | null): string =>
  JSON.stringify({ ...parseBackup(text), coins: undefined, isBalanceUnknown: undefined });

const isLoading = () => queryClient.getQueryData(sessionQuery.queryKey) === undefined;

/** Returns the time limit of the loading screen, unless a stored user makes it unnecessary. */
function loadingLimit(): AbortSignal | undefined {
  const splash = Math.max(0, Math.ceil(SPLASH - performance.now()));
  return isLoading() ? AbortSignal.timeout(splash + LOADING_CAP) : undefined;
}

/** Shows a visitor as signed out. The server has not confirmed it, so the value is stale from the start. */
function endLoading(): void {
  if (isLoading()) queryClient.setQueryData(sessionQuery.queryKey, null, { updatedAt: 0 });
}

/**
 * Removes what this browser stores about the last user beside the user and the running game. A sign-out and the sign-in
 * of another user remove both. A fetch that finds no session removes this data only if the session ended while the app
 * was closed: later another tab may be replacing the session of the same user, and the tabs share the storage. Such a
 * fetch keeps the running game, whose user may sign in again (`clearLastUser`).
 */
function removeStoredData(): void {
  storage.remove('currentRoomState');
  storage.remove('lastGameStarted');
  storage.remove('localGames');
  storage.remove('pending_upgrade');
}

/** Removes the cached data of the last user. */
function removeUserData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Returns a user whose balance the server does not know at the moment with the last known one. */
function withLastCoins<T extends User | null>(user: T): T {
  if (!user?.isBalanceUnknown) return user;
  const last = queryClient.getQueryData(sessionQuery.queryKey);
  return last?.id === user.id ? { ...user, coins: last.coins } : user;
}

async function requestSession(signal: AbortSignal): Promise<User | null> {
  // Only the loading ends then. A response that comes later signs the user in, unless another sign-in was faster.
  const limit = loadingLimit();
  limit?.addEventListener('abort', endLoading);
  try {
    // Not `auth.user`: its 401 for a visitor would be logged as an error in the console.
    const { user: received } = await api.auth.session({ signal });
    signal.throwIfAborted();
    const user = withLastCoins(received);
    writeBackup(user);
    return user;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ApiError && error.status === 401) {
      writeBackup(null);
      return null;
    }
    // A missing response, 429 or 5xx does not end the session: the error keeps the last data, and makes it stale.
    endLoading();
    throw error;
  } finally {
    limit?.removeEventListener('abort', endLoading);
  }
}

/** The call under way that replaces the session of this browser. */
let replacement: Promise<unknown> | undefined;

async function fetchSession({ signal }: { signal: AbortSignal }): Promise<User | null> {
  // The server may have ended the former session, while the cookie of the next one is not here yet.
  await replacement;
  const user = await requestSession(signal);
  const { data: last, dataUpdatedAt } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
  if (last && last.id !== user?.id) {
    removeUserData();
    // Until the first response, the last user is the stored one. If another tab changed the user, it has cleared the
    // storage, which may by now have data of the new user.
    if (!user && dataUpdatedAt === 0) removeStoredData();
  }
  return user;
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
  /** `unverified`: an account without a confirmed address, which may only see the auth pages. */
  status: 'loading' | 'out' | 'unverified' | 'in';
  user: User | null;
}

/** Returns the session; from the first render on if this browser has a stored user. */
export function useSession(): Session {
  const { data: user } = useQuery(sessionQuery);
  if (user === undefined) return { status: 'loading', user: null };
  if (user === null) return { status: 'out', user };
  return { status: user.isEmailVerified ? 'in' : 'unverified', user };
}

/** Returns the signed-in user; only for components behind the session gate. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('no user is signed in');
  return user;
}

/** Returns the id of the signed-in user, outside of components; null without one. */
export const signedInUserId = (): string | null =>
  queryClient.getQueryData(sessionQuery.queryKey)?.id ?? null;

/**
 * Returns a check whether the user who is signed in now still is. A response may arrive after a logout, and must neither
 * be shown to the next user nor change their data.
 */
export function sameUserCheck(): () => boolean {
  const userId = signedInUserId();
  return () => signedInUserId() === userId;
}

/**
 * Returns the user whose session this browser has, null without one. Sends no request if the server has returned it in
 * the last minutes, and waits for at most 5 s. Null also without a response: most visitors have no session, and must not
 * depend on this request.
 */
export function findCurrentUser(): Promise<User | null> {
  const limit = new Promise<null>((resolve) => setTimeout(resolve, CURRENT_USER_LIMIT, null));
  return Promise.race([queryClient.fetchQuery(sessionQuery).catch(() => null), limit]);
}

/** Refetches the signed-in user, also for the own profile: after a reward, a finished game, a purchase. */
export function refreshUser(): Promise<void> {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (user) void queryClient.invalidateQueries({ queryKey: playerKey(user.id) });
  return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** The newest pushed balance, by user: pushes may arrive out of order. */
let latestBalance = { userId: '', version: -1 };

/**
 * Sets the balance of the signed-in user from a response or a push. Of two pushes the one with the higher `version`
 * wins; a response has no version, and the push that follows it wins.
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
  void refetchIfFetching(sessionQuery.queryKey);
}

/** Replaces the signed-in user; null signs out. Data of another user is removed. */
export function becomeUser(signedIn: User | null): void {
  const user = withLastCoins(signedIn);
  const last = queryClient.getQueryData(sessionQuery.queryKey);
  writeBackup(user);
  if (last?.id !== user?.id) {
    storage.remove('currentGameState');
    removeStoredData();
    removeUserData();
  }
  // A pending request with the old cookie would return the session that has just ended.
  void queryClient.cancelQueries(sessionQuery);
  queryClient.setQueryData(sessionQuery.queryKey, user);
}

/** Whether the session is just ending: calls that are under way are rejected, which is not to be said. */
let leaving = false;

/**
 * Logs out; for a guest this ends the account. The session shows whether it succeeded. If another tab has signed another
 * user in, that user stays signed in and is shown.
 */
export async function logout(): Promise<void> {
  leaving = true;
  try {
    await api.auth.logout();
  } catch (error) {
    if (error instanceof ApiError && error.unauthorized) return await refreshUser();
    return notifyError(error);
  } finally {
    leaving = false;
  }
  // Before it responds, the server also announces the end of a game that the logout ended.
  clearToasts();
  becomeUser(null);
}

/**
 * Sends a call that replaces the session of this browser. The server ends the former one before its response is here:
 * until then the session is not fetched, and a rejected call reports no lost session.
 */
export async function replaceSession<T>(send: () => Promise<T>): Promise<T> {
  leaving = true;
  // A session that is being fetched would end as lost.
  void queryClient.cancelQueries(sessionQuery);
  const sent = send();
  replacement = sent.catch(() => undefined);
  try {
    return await sent;
  } catch (error) {
    // Instead of the fetch that was cancelled.
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    throw error;
  } finally {
    leaving = false;
    replacement = undefined;
  }
}

/**
 * Handles a call that the server rejected for want of a session: shows a notice and goes to the login screen
 * (docs/spec/play.md#play-8.2), unless the user has another session by now.
 */
export function sessionLost(): void {
  const lostUserId = signedInUserId();
  if (leaving || lostUserId === null) return;
  leaving = true;
  void endLostSession(lostUserId).finally(() => (leaving = false));
}

async function endLostSession(lostUserId: string): Promise<void> {
  // Another tab may have replaced the session while the call was under way, as the upgrade of a guest does.
  const { user } = await api.auth.session().catch(() => ({ user: null }));
  if (user?.id === lostUserId) return;
  toast({ title: t('errors.loggedOut'), tone: 'error' });
  await pause(LOGIN_AFTER);
  // Another tab may have signed another user in.
  if (![lostUserId, null].includes(signedInUserId())) return;
  becomeUser(null);
  openLogin();
}

/**
 * Fetches the session as the first action of the app (docs/spec/play.md#play-2.2), and listens for 401s and for changes
 * of the user in other tabs.
 */
export function startSession(): void {
  void queryClient.prefetchQuery(sessionQuery);
  onUnauthorized(sessionLost);
  readUserFrom(signedInUserId);
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === 'backup_user_data' && backupProfile(oldValue) !== backupProfile(newValue)) void refreshUser();
  });
}

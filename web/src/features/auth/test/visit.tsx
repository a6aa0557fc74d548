import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { AuthScreen } from '../components/AuthScreen.tsx';
import { ResetPasswordPage } from '../components/ResetPasswordPage.tsx';
import { SessionGate } from '../components/SessionGate.tsx';
import { VerifyEmailPage } from '../components/VerifyEmailPage.tsx';

export const mina = {
  id: 'u1',
  userId: 'u1',
  username: 'mina',
  displayName: 'Mina',
  email: 'mina@example.org',
  isEmailVerified: true,
  isGuest: false,
} as User;

/** Response to a call by method and path; `offline` is a network error. Other calls get a 401. */
type Answer = [status: number, body?: unknown] | 'offline' | Promise<[status: number, body?: unknown]>;
export type Answers = Record<string, Answer>;

const fetched = vi.fn<typeof fetch>();

const isCall = (call: string, [url, init]: Parameters<typeof fetch>) =>
  `${init?.method} ${String(url)}` === call;

/** Returns the number of such calls. */
export const calls = (call: string) => fetched.mock.calls.filter((made) => isCall(call, made)).length;

/** Returns the body of the last such call. */
export function sent(call: string): unknown {
  const last = fetched.mock.calls.findLast((made) => isCall(call, made));
  return last ? JSON.parse(String(last[1]?.body)) : undefined;
}

/** Starts the tests of this feature signed out, with a server that responds to mocked calls only. */
export function freshBrowser(): void {
  // Lazy dialogs and axe take long on a busy machine.
  configure({ asyncUtilTimeout: 5_000 });
  vi.setConfig({ testTimeout: 20_000 });
  beforeAll(startI18n);
  beforeEach(() => {
    vi.stubGlobal('fetch', fetched);
    // A narrow screen with reduced motion: the demonstration stands still.
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('reduce') }),
    );
    fetched.mockReset();
    queryClient.clear();
    localStorage.clear();
  });
  afterEach(() => vi.unstubAllGlobals());
}

export function serverSays(answers: Answers): void {
  fetched.mockImplementation(async (url, init) => {
    const answer = (await answers[`${init?.method} ${String(url)}`]) ?? [
      401,
      { message: 'Unauthorized', code: 'UNAUTHORIZED' },
    ];
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const [status, body] = answer;
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  });
}

/** Returns the current path and query. */
export const place = () => location.pathname + location.search;

/** Opens the app at a path, with the pages around sign-in; home is a heading by default. */
export function visit(path: string, answers: Answers = {}, state: unknown = null, home = <h1>Home</h1>) {
  serverSays(answers);
  // In the format of the router.
  history.replaceState({ usr: state }, '', path);
  function Pages() {
    return (
      <SessionGate location={useLocation()} loading={<p>Loading</p>}>
        <Suspense fallback={<p>Loading</p>}>
          <Routes>
            <Route path="/" element={home} />
            <Route path="/auth" element={<AuthScreen />} />
            <Route path="/verify-email" element={<VerifyEmailPage />} />
            <Route path="/reset-password" element={<ResetPasswordPage />} />
            <Route path="*" element={<h1>Not found</h1>} />
          </Routes>
        </Suspense>
      </SessionGate>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return newUser();
}

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refreshUser, signedInUserId } from '@/entities/session/session.ts';
import { nextTask } from '@/lib/nextTask.ts';
import { storage } from '@/lib/storage.ts';
import { type Answers, calls, freshBrowser, mina, serverSays, visit } from './visit.tsx';

vi.mock(import('@/lib/pause.ts'), () => ({ pause: async () => undefined }));

freshBrowser();

describe('a code of a guest', () => {
  const session = 'GET /api/auth/session';
  const guest = { ...mina, username: 'guest-23456789', email: null, isGuest: true };
  const answer = () => Promise.withResolvers<[number, unknown]>();

  /** Opens the page as a guest, whose games are stored. */
  async function open() {
    const user = visit('/verify-email', { [session]: [200, { user: guest }] }, { email: mina.email });
    const field = await screen.findByLabelText('Verification code');
    await expect.poll(signedInUserId).toBe(mina.id);
    storage.write('localGames', 'the games of the guest');
    return () => user.type(field, '123456');
  }

  async function expectGamesKept(verified: ReturnType<typeof answer>): Promise<void> {
    await nextTask();
    expect(signedInUserId()).toBe(mina.id);
    serverSays({ [session]: [200, { user: mina }] });
    verified.resolve([200, { message: 'ok', user: mina }]);
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(storage.read('localGames')).toBe('the games of the guest');
  }

  it('keeps the data of the guest, whose former session ends before the response', async () => {
    const [type, verified] = [await open(), answer()];
    serverSays({ [session]: [200, { user: null }], 'POST /api/auth/verify-email': verified.promise });
    await type();
    // The socket is closed, because the server has ended the session.
    void refreshUser();
    await expect.poll(() => calls('POST /api/auth/verify-email')).toBe(1);
    await expectGamesKept(verified);
  });

  it('keeps them also when the former session was being fetched before', async () => {
    const [type, verified, fetched] = [await open(), answer(), answer()];
    serverSays({ [session]: fetched.promise, 'POST /api/auth/verify-email': verified.promise });
    void refreshUser();
    await expect.poll(() => calls(session)).toBe(2);
    await type();
    await expect.poll(() => calls('POST /api/auth/verify-email')).toBe(1);
    fetched.resolve([200, { user: null }]);
    await expectGamesKept(verified);
  });

  it('fetches the session again when the code is rejected', async () => {
    const [type, fetched] = [await open(), answer()];
    const verification: Answers = { 'POST /api/auth/verify-email': [400, { code: 'INVALID_CODE' }] };
    serverSays({ [session]: fetched.promise, ...verification });
    void refreshUser();
    await expect.poll(() => calls(session)).toBe(2);
    serverSays({ [session]: [200, { user: guest }], ...verification });
    await type();
    await expect.poll(() => calls(session)).toBe(3);
  });
});

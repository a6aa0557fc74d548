import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { type ReactNode, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser, useSession } from '@/entities/session/session.ts';
import { storage } from '@/lib/storage.ts';
import { useToast } from '@/lib/toast.ts';
import { LogoutOverlay } from '../components/AccountOverlays.tsx';
import { LogoutDialog } from '../components/LogoutDialog.tsx';
import { KeepProgress } from '../components/KeepProgress.tsx';
import { UpgradeDialog } from '../components/UpgradeDialog.tsx';
import { forgetUpgrade, rememberUpgrade } from '../model/upgrade.ts';
import { expectAccessible } from '@/test/axe.ts';
import { type Answers, mina, place, sent, serverSays, freshBrowser } from './visit.tsx';

vi.mock(import('@/lib/pause.ts'), () => ({ pause: async () => undefined }));

freshBrowser();

function Status() {
  return <p data-testid="status">{useSession().status}</p>;
}

function show(dialog: ReactNode, answers: Answers) {
  const guest = { ...mina, isGuest: true };
  serverSays({ 'GET /api/auth/session': [200, { user: guest }], ...answers });
  becomeUser(guest);
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {dialog}
        <Status />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return newUser();
}

describe('a guest who wants to keep everything', () => {
  it('registers, and goes on to verify the address', async () => {
    const close = vi.fn();
    const user = show(<UpgradeDialog onClose={close} />, {
      'POST /api/auth/upgrade': [201, { message: 'ok', needsVerification: true, email: 'mina@example.org' }],
    });
    await expectAccessible();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await user.type(screen.getByLabelText('Username'), 'mina');
    await user.type(screen.getByLabelText('Email'), 'mina@example.org');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent('POST /api/auth/upgrade')).toMatchObject({ username: 'mina' });
    expect(place()).toBe('/verify-email');
    expect(storage.read('pending_upgrade')).toContain('mina@example.org');
  });

  it('stays on the page when the dialog was closed before the account was created', async () => {
    function Upgrade() {
      const [open, setOpen] = useState(true);
      return open && <UpgradeDialog onClose={() => setOpen(false)} />;
    }
    forgetUpgrade();
    history.replaceState(null, '', '/game');
    const user = show(<Upgrade />, {
      'POST /api/auth/upgrade': [201, { message: 'ok', needsVerification: true, email: 'mina@example.org' }],
    });
    const answer = fetch;
    let go = () => undefined as void;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      await new Promise<void>((resolve) => (go = resolve));
      return answer(...call);
    });
    await user.type(screen.getByLabelText('Username'), 'mina');
    await user.type(screen.getByLabelText('Email'), 'mina@example.org');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    go();
    await waitFor(() => expect(storage.read('pending_upgrade')).toContain('mina@example.org'));
    expect(place()).toBe('/game');
    forgetUpgrade();
  });
});

describe('a guest on home', () => {
  const guest = { ...mina, isGuest: true, coins: 1_000, wins: 0 };
  function Home() {
    const { user } = useSession();
    return user && <KeepProgress user={user} />;
  }
  const reminder = () => screen.queryByRole('region', { name: 'Keep your progress' });

  it('is reminded of an account once there is something to keep, until another day', async () => {
    forgetUpgrade();
    const home = (
      <>
        <h1 tabIndex={-1}>Fifteen</h1>
        <KeepProgress user={{ ...guest, coins: 1_100 }} />
      </>
    );
    const user = show(home, {});
    expect(reminder()).toHaveTextContent('only be reached from this browser');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    expect(reminder()).toBeNull();
    expect(screen.getByRole('heading', { name: 'Fifteen' })).toHaveFocus();
    show(<KeepProgress user={{ ...guest, wins: 3 }} />, {});
    expect(reminder()).toBeNull();
  });

  it.each([
    ['has won nothing yet', guest],
    ['is none any more', { ...guest, isGuest: false, wins: 9 }],
  ])('who %s is not reminded', (_, user) => {
    show(<KeepProgress user={user} />, {});
    expect(reminder()).toBeNull();
  });

  it('is reminded of the code that the upgrade waits for', async () => {
    rememberUpgrade({ userId: guest.id, email: 'mina@example.org' });
    const user = show(<KeepProgress user={guest} />, {});
    expect(reminder()).toHaveTextContent('Enter the code we sent to mina@example.org');
    await user.click(screen.getByRole('button', { name: 'Enter verification code' }));
    expect(place()).toBe('/verify-email');
    forgetUpgrade();
  });

  it('does not see the address that the guest before them entered', async () => {
    show(<Home />, {});
    act(() => rememberUpgrade({ userId: guest.id, email: 'mina@example.org' }));
    expect(reminder()).toHaveTextContent('mina@example.org');
    await act(async () => becomeUser(null));
    expect(storage.read('pending_upgrade')).toBeNull();
    await act(async () => becomeUser({ ...guest, id: 'u2', userId: 'u2', wins: 1 }));
    expect(reminder()).toHaveTextContent('only be reached from this browser');
  });

  it('does not see the address of a guest whose session ended in another tab', () => {
    rememberUpgrade({ userId: 'u2', email: 'yusuf@example.org' });
    show(<KeepProgress user={{ ...guest, wins: 1 }} />, {});
    expect(reminder()).not.toHaveTextContent('yusuf@example.org');
    forgetUpgrade();
  });
});

describe('a guest who logs out', () => {
  it('while a registration waits for its code, is reminded of that, and may rather enter it', async () => {
    rememberUpgrade({ userId: 'u1', email: 'mina@example.org' });
    const user = show(<LogoutOverlay />, {});
    expect(screen.getByRole('dialog', { name: 'Log out?' })).toHaveAccessibleDescription(
      /only a code sent to mina@example.org brings back your coins.* within 7 days of signing up/,
    );
    await user.click(screen.getByRole('button', { name: 'Enter verification code' }));
    expect(place()).toBe('/verify-email');
    forgetUpgrade();
  });

  it('is asked first, and may rather keep everything', async () => {
    const keep = vi.fn();
    const user = show(
      <LogoutDialog isGuest mailedTo={null} stake={null} onClose={vi.fn()} onKeep={keep} />,
      {},
    );
    expect(screen.getByRole('dialog', { name: 'Log out?' })).toHaveAccessibleDescription(
      /coins and your record are gone/,
    );
    await expectAccessible();
    expect(screen.getByRole('button', { name: 'Keep my progress' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep my progress' }));
    expect(keep).toHaveBeenCalled();
  });

  it('shows what a running game costs; an account is asked for that alone', () => {
    show(<LogoutDialog isGuest mailedTo={null} stake={5000} onClose={vi.fn()} onKeep={vi.fn()} />, {});
    const guest = screen.getByRole('dialog', { name: 'Log out?' });
    expect(guest).toHaveAccessibleDescription(/your bet of 5,000 coins\..*coins and your record are gone/);
    cleanup();
    show(<LogoutDialog isGuest={false} mailedTo={null} stake={0} onClose={vi.fn()} onKeep={vi.fn()} />, {});
    const member = screen.getByRole('dialog', { name: 'Log out?' });
    expect(member).toHaveAccessibleDescription('If you leave now, you lose the game.');
    expect(screen.queryByRole('button', { name: 'Keep my progress' })).toBeNull();
  });

  it('is out', async () => {
    const user = show(
      <LogoutDialog isGuest mailedTo={null} stake={null} onClose={vi.fn()} onKeep={vi.fn()} />,
      {
        'POST /api/auth/logout': [204],
      },
    );
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.getByTestId('status')).toHaveTextContent('out'));
  });

  it.each([
    ['Escape', () => newUser().keyboard('{Escape}')],
    ['Cancel', () => newUser().click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Keep my progress', () => newUser().click(screen.getByRole('button', { name: 'Keep my progress' }))],
  ])('keeps the dialog open while the logout runs, also on %s', async (_, leave) => {
    const close = vi.fn();
    const keep = vi.fn();
    const user = show(<LogoutDialog isGuest mailedTo={null} stake={null} onClose={close} onKeep={keep} />, {
      'POST /api/auth/logout': [204],
    });
    const answer = fetch;
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      await promise;
      return answer(...call);
    });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
    await leave();
    expect(close).not.toHaveBeenCalled();
    expect(keep).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Logging out...' })).toBeVisible();
    resolve();
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
  });

  it('stays signed in, and sees why, when the logout fails', async () => {
    const user = show(
      <LogoutDialog isGuest mailedTo={null} stake={null} onClose={vi.fn()} onKeep={vi.fn()} />,
      {
        'POST /api/auth/logout': 'offline',
      },
    );
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(useToast.getState().current?.description).toMatch(/^Network error/));
    expect(screen.getByTestId('status')).toHaveTextContent('in');
  });
});

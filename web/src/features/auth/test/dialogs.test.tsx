import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser, useSession } from '@/lib/session.ts';
import { useToast } from '@/ui/toast.ts';
import { LogoutDialog } from '../components/LogoutDialog.tsx';
import { UpgradeDialog } from '../components/UpgradeDialog.tsx';
import { type Answers, expectAccessible, mina, sent, serverSays, freshBrowser } from './visit.tsx';

freshBrowser();

function Status() {
  return <p data-testid="status">{useSession().status}</p>;
}

function show(dialog: ReactNode, answers: Answers) {
  const guest = { ...mina, isGuest: true };
  serverSays({ 'GET /api/auth/user': [200, guest], ...answers });
  becomeUser(guest);
  render(
    <QueryClientProvider client={queryClient}>
      {dialog}
      <Status />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
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
    await screen.findByRole('dialog', { name: 'Registration successful' });
    expect(sent('POST /api/auth/upgrade')).toMatchObject({ username: 'mina' });
    await user.click(screen.getByRole('button', { name: 'Enter verification code' }));
    expect(close).toHaveBeenCalled();
  });
});

describe('a guest who logs out', () => {
  it('is asked first, and may rather keep everything', async () => {
    const keep = vi.fn();
    const user = show(<LogoutDialog onClose={vi.fn()} onKeep={keep} />, {});
    expect(screen.getByRole('dialog', { name: 'Log out?' })).toHaveAccessibleDescription(
      /coins and your record are gone/,
    );
    await expectAccessible();
    expect(screen.getByRole('button', { name: 'Keep my progress' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep my progress' }));
    expect(keep).toHaveBeenCalled();
  });

  it('is out', async () => {
    const user = show(<LogoutDialog onClose={vi.fn()} onKeep={vi.fn()} />, {
      'POST /api/auth/logout': [204],
    });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.getByTestId('status')).toHaveTextContent('out'));
  });

  it('stays in, and hears why, when the server cannot be told', async () => {
    const user = show(<LogoutDialog onClose={vi.fn()} onKeep={vi.fn()} />, {
      'POST /api/auth/logout': 'offline',
    });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(useToast.getState().current?.description).toMatch(/^Network error/));
    expect(screen.getByTestId('status')).toHaveTextContent('in');
  });
});

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { storage } from '@/lib/storage.ts';
import { type Answers, calls, mina, serverSays, freshBrowser, visit } from './visit.tsx';

vi.mock(import('@/lib/pause.ts'), () => ({ pause: async () => undefined }));

freshBrowser();

const home = () => screen.findByRole('heading', { name: 'Home' });

describe('a guest', () => {
  it('is offered to play before anything is asked', async () => {
    visit('/auth');
    const play = await screen.findByRole('button', { name: 'Play as Guest' });
    const field = screen.getByLabelText('Username or email');
    expect(play.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('goes straight home', async () => {
    const user = visit('/auth', { 'POST /api/auth/guest': [201, { ...mina, isGuest: true }] });
    const button = await screen.findByRole('button', { name: 'Play as Guest' });
    expect(button).toHaveAccessibleDescription(
      'Your progress is saved until you log out or stay away for 90 days.',
    );
    await user.click(button);
    await home();
  });

  it.each<[string, Answers[string]]>([
    ['a failure', [503, {}]],
    ['too many requests', [429, {}]],
    ['a dead network', 'offline'],
  ])(
    'whose session could not be loaded because of %s gets it back, and no new account',
    async (_, answer) => {
      const user = visit('/auth', { 'GET /api/auth/session': answer });
      const button = await screen.findByRole('button', { name: 'Play as Guest' });
      serverSays({
        'GET /api/auth/session': [200, { user: { ...mina, isGuest: true } }],
        'POST /api/auth/guest': [201, { ...mina, id: 'u2', isGuest: true }],
      });
      await user.click(button);
      await home();
      expect(storage.read('backup_user_data')).toContain('u1');
      expect(calls('POST /api/auth/guest')).toBe(0);
    },
  );

  it('can play while the session cannot be loaded', async () => {
    const user = visit('/auth', {
      'GET /api/auth/session': [503, {}],
      'POST /api/auth/guest': [201, { ...mina, isGuest: true }],
    });
    await user.click(await screen.findByRole('button', { name: 'Play as Guest' }));
    await home();
  });

  it.each<[string, Answers[string], string]>([
    ['of a server in trouble', [500, {}], 'Failed to create guest session'],
    ['of a dead network', 'offline', 'Network error. Please try again.'],
    ['of too many guests', [429, { code: 'TOO_MANY_REQUESTS' }], 'Too many requests.'],
  ])('gets a notice %s', async (_, answer, text) => {
    const user = visit('/auth', { 'POST /api/auth/guest': answer });
    await user.click(await screen.findByRole('button', { name: 'Play as Guest' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`Guest Login Failed${text}`);
  });
});

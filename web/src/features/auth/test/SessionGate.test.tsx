import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refreshUser } from '@/entities/session/session.ts';
import { type Answers, mina, place, serverSays, freshBrowser, visit } from './visit.tsx';

freshBrowser();

const signedIn: Answers = { 'GET /api/auth/session': [200, { user: mina }] };

describe('without a session', () => {
  it.each(['/', '/shop', '/nowhere'])('%s leads to the auth screen', async (path) => {
    visit(path);
    expect(await screen.findByRole('button', { name: 'Play as Guest' })).toBeVisible();
    expect(place()).toBe('/auth');
  });

  it('the invited room is kept, and named', async () => {
    visit('/?room=abcd2345&utm=x');
    expect(await screen.findByText(/You are invited to room ABCD2345/)).toBeVisible();
    expect(place()).toBe('/auth?room=ABCD2345');
  });

  it('what cannot be a room code is dropped', async () => {
    visit('/?room=<script>');
    await screen.findByRole('button', { name: 'Play as Guest' });
    expect(place()).toBe('/auth');
  });

  it.each([
    ['/verify-email', 'Verify your email'],
    ['/reset-password', 'Reset your password'],
  ])('%s has its own page', async (path, title) => {
    visit(path);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });
});

describe('with a verified session', () => {
  it.each(['/', '/auth'])('%s shows home', async (path) => {
    visit(path, signedIn);
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(place()).toBe('/');
  });

  it('the room comes along from the auth screen', async () => {
    visit('/auth?room=ABCD2345', signedIn);
    await screen.findByRole('heading', { name: 'Home' });
    expect(place()).toBe('/?room=ABCD2345');
  });

  it('other paths are left to the router', async () => {
    visit('/nowhere', signedIn);
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  });
});

describe('with an unverified session', () => {
  it('the auth screen asks for verification', async () => {
    visit('/', { 'GET /api/auth/session': [200, { user: { ...mina, isEmailVerified: false } }] });
    expect(await screen.findByRole('dialog', { name: 'Email verification required' })).toBeVisible();
    expect(place()).toBe('/auth');
  });
});

describe('with an unverified session that comes after the page', () => {
  it('the auth screen asks for verification once', async () => {
    visit('/auth', { 'GET /api/auth/session': [503, {}] });
    await screen.findByRole('button', { name: 'Play as Guest' });
    serverSays({ 'GET /api/auth/session': [200, { user: { ...mina, isEmailVerified: false } }] });
    await act(() => refreshUser());
    const prompt = await screen.findByRole('dialog', { name: 'Email verification required' });
    fireEvent.click(within(prompt).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('while the session is unknown', () => {
  it('the loading screen is there', () => {
    visit('/', { 'GET /api/auth/session': [200, { user: mina }] });
    expect(screen.getByText('Loading')).toBeVisible();
  });
});

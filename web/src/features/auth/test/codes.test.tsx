import { cleanup, screen, waitFor } from '@testing-library/react';
import { lazy, type ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { chooseLanguage } from '@/lib/i18n/i18n.ts';
import { useToast } from '@/lib/toast.ts';
import { codeDigits } from '../components/CodeField.tsx';
import { expectAccessible } from '@/test/axe.ts';
import { type Answers, mina, place, sent, serverSays, freshBrowser, visit } from './visit.tsx';

vi.mock(import('@/lib/pause.ts'), () => ({ pause: async () => undefined }));

freshBrowser();

/** History state of the previous page. */
const mailed = { email: 'mina@example.org' };

describe('a code', () => {
  it.each([
    ['12 34-56', '123456'],
    ['1234567', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['১২৩४५६', '123456'],
    ['abc', ''],
  ])('typed as %s is %s', (typed, digits) => expect(codeDigits(typed)).toBe(digits));
});

describe('/verify-email', () => {
  async function verify(answer: Answers[string], code = '123456', session?: Answers) {
    const user = visit('/verify-email', { 'POST /api/auth/verify-email': answer }, mailed);
    const field = await screen.findByLabelText('Verification code');
    if (session) serverSays({ 'POST /api/auth/verify-email': answer, ...session });
    // The sixth digit submits the form.
    await user.type(field, code);
    return user;
  }

  it('asks for the code that was mailed, and can send it again', async () => {
    const user = visit('/verify-email', { 'POST /api/auth/resend-verification': [429, {}] }, mailed);
    expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible();
    expect(screen.getByLabelText('Verification code')).toHaveFocus();
    expect(screen.getByText(/We sent a 6-digit code to mina@example.org/)).toBeVisible();
    const code = screen.getByLabelText('Verification code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    await user.click(code);
    await user.paste('Your code: 123 45');
    expect(code).toHaveValue('12345');
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to resend verification email.');
    await expectAccessible();
  });

  it('verifies at the sixth digit, is signed in, and says so', async () => {
    await verify([200, { message: 'ok', user: mina }]);
    await waitFor(() => expect(place()).toBe('/'));
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(useToast.getState().current).toMatchObject({ title: 'Email verified', tone: 'ok' });
    expect(sent('POST /api/auth/verify-email')).toEqual({ token: '123456', email: 'mina@example.org' });
  });

  it('stays busy after the sixth digit until home is loaded, without a word about another account', async () => {
    const home = Promise.withResolvers<{ default: () => ReactNode }>();
    const Home = lazy(() => home.promise);
    const user = visit(
      '/verify-email',
      { 'POST /api/auth/verify-email': [200, { message: 'ok', user: mina }] },
      mailed,
      <Home />,
    );
    await user.type(await screen.findByLabelText('Verification code'), '123456');
    await waitFor(() => expect(place()).toBe('/'));
    expect(screen.queryByText(/still playing as/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Verifying...' })).toBeVisible();
    home.resolve({ default: () => <h1>Home</h1> });
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  });

  it('says that an account was opened, right after that', async () => {
    visit('/verify-email', {}, { ...mailed, registered: true });
    expect(await screen.findByText('Registration successful')).toBeVisible();
    expect(screen.getByText('Please verify your email to continue.')).toBeVisible();
    await expectAccessible();
  });

  it('in another browser verifies and leads to the login', async () => {
    const user = await verify([200, { message: 'ok' }]);
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toHaveFocus();
    expect(sent('POST /api/auth/verify-email')).toEqual({ token: '123456', email: 'mina@example.org' });
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(place()).toBe('/auth');
  });

  it('warns a signed-in user that this is another account, and leads home', async () => {
    const user = await verify([200, { message: 'ok' }], '123456', {
      'GET /api/auth/session': [200, { user: mina }],
    });
    expect(await screen.findByText(/still playing as Mina/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(place()).toBe('/');
  });

  it.each<[string, Answers[string], string]>([
    [
      'a wrong code',
      [400, { code: 'INVALID_CODE' }],
      'This code is wrong or has expired. Please request a new one.',
    ],
    ['an unclear rejection', [400, {}], 'Failed to verify email'],
    ['a dead network', 'offline', 'Failed to verify email. Please try again.'],
  ])('reports %s and accepts another code', async (_, answer, text) => {
    await verify(answer);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(`Verification failed${text}`);
    expect(screen.getByLabelText('Verification code')).toHaveFocus();
    await expectAccessible();
  });

  it.each([
    ['', 'Please enter your verification code'],
    ['123', 'Verification code must be 6 digits'],
  ])('does not send %j', async (code, text) => {
    const user = visit('/verify-email');
    if (code) await user.type(await screen.findByLabelText('Verification code'), code);
    await user.click(screen.getByRole('button', { name: 'Verify email' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(sent('POST /api/auth/verify-email')).toBeUndefined();
  });

  it('leads an upgrading guest back to the game, and a visitor to the sign-in page', async () => {
    const user = visit('/verify-email', { 'GET /api/auth/session': [200, { user: mina }] }, mailed);
    await user.click(await screen.findByRole('link', { name: 'Back to the game' }));
    expect(place()).toBe('/');
    becomeUser(null);
    cleanup();
    visit('/verify-email', {}, mailed);
    expect(await screen.findByRole('link', { name: 'Back to log in' })).toHaveAttribute('href', '/auth');
  });

  it('opened on another device takes the address too, or goes without', async () => {
    const user = visit('/verify-email', { 'POST /api/auth/verify-email': [400, { code: 'INVALID_CODE' }] });
    await user.type(await screen.findByLabelText('Verification code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify email' }));
    await screen.findByRole('alert');
    expect(sent('POST /api/auth/verify-email')).toEqual({ token: '123456' });
    await user.type(screen.getByLabelText('Email'), 'mina@example.org');
    await user.click(screen.getByRole('button', { name: 'Verify email' }));
    const withAddress = { token: '123456', email: 'mina@example.org' };
    await waitFor(() => expect(sent('POST /api/auth/verify-email')).toEqual(withAddress));
  });
});

it('a code page keeps the focus in the choice of languages when its title is translated', async () => {
  onTestFinished(() => chooseLanguage('en'));
  const user = visit('/verify-email', {}, mailed);
  const choice = await screen.findByRole('combobox');
  choice.focus();
  await user.selectOptions(choice, 'es');
  expect(await screen.findByRole('heading', { name: 'Verifica tu correo' })).toBeVisible();
  expect(choice).toHaveFocus();
});

describe('/reset-password', () => {
  async function reset(
    answer: Answers[string],
    filled: { code?: string; one?: string; two?: string } = {},
    session?: Answers[string],
  ) {
    const answers: Answers = { 'POST /api/auth/reset-password': answer };
    if (session) answers['GET /api/auth/session'] = session;
    const user = visit('/reset-password', answers, mailed);
    const { code = '123456', one = 'new-secret', two = one } = filled;
    if (code) await user.type(await screen.findByLabelText('Reset code'), code);
    await user.type(screen.getByLabelText('New password'), one);
    await user.type(screen.getByLabelText('Repeat the new password'), two);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    return user;
  }

  it('sets the password and leads to the login', async () => {
    const user = await reset([200, { message: 'ok' }]);
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toHaveFocus();
    expect(sent('POST /api/auth/reset-password')).toEqual({
      token: '123456',
      newPassword: 'new-secret',
      email: 'mina@example.org',
    });
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(place()).toBe('/auth');
  });

  it('keeps the session of another account of this browser, and leads back to its game', async () => {
    const guest = { ...mina, id: 'g1', displayName: 'Guest 7', isGuest: true };
    const user = await reset([200, { message: 'ok' }], {}, [200, { user: guest }]);
    expect(await screen.findByText(/still playing as Guest 7/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
  });

  it('leads to the login when it has ended the session of this browser', async () => {
    becomeUser(mina);
    const user = await reset([200, { message: 'ok' }], {}, [200, { user: null }]);
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByLabelText('Username or email')).toBeVisible();
  });

  it.each<[string, Answers[string], string, string]>([
    ['a wrong code', [400, { code: 'INVALID_CODE' }], 'This code is wrong or has expired.', 'Reset code'],
    [
      'a common password',
      [400, { code: 'PASSWORD_TOO_COMMON' }],
      'This password is too common.',
      'New password',
    ],
    ['an unclear rejection', [400, {}], 'Failed to reset password', 'Reset code'],
    ['a dead network', 'offline', 'Failed to reset password. Please try again.', 'Reset code'],
  ])('reports %s and puts the cursor there', async (_, answer, text, field) => {
    await reset(answer);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(screen.getByLabelText(field)).toHaveFocus();
    await expectAccessible();
  });

  it.each([
    [{ code: '' }, 'Please enter your reset code'],
    [{ code: '12' }, 'Reset code must be 6 digits'],
    [{ one: '12345' }, 'Password must be at least 6 characters long'],
    [{ two: 'other-secret' }, 'Passwords do not match'],
  ])('does not send %j', async (filled, text) => {
    await reset([200, {}], filled);
    expect(await screen.findByText(text)).toBeVisible();
    expect(sent('POST /api/auth/reset-password')).toBeUndefined();
    await expectAccessible();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { storage } from '@/lib/storage.ts';
import { expectAccessible } from '@/test/axe.ts';
import { type Answers, mina, place, sent, freshBrowser, visit } from './visit.tsx';

vi.mock(import('@/lib/pause.ts'), () => ({ pause: async () => undefined }));

freshBrowser();

const home = () => screen.findByRole('heading', { name: 'Home' });

async function logIn(answers: Answers, path = '/auth') {
  const user = visit(path, answers);
  await user.type(await screen.findByLabelText('Username or email'), 'mina');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  return user;
}

async function register(answers: Answers) {
  const user = visit('/auth', answers);
  await user.click(await screen.findByRole('radio', { name: 'Register' }));
  await user.type(screen.getByLabelText('Username'), 'mina');
  await user.type(screen.getByLabelText('Email'), 'mina@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Register' }));
  return user;
}

describe('login', () => {
  it('hides the password, and is open to managers and paste', async () => {
    const user = visit('/auth');
    expect(await screen.findByLabelText('Username or email')).toHaveAttribute('autocomplete', 'username');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(password);
    await user.paste('a quiet harbour');
    expect(password).toHaveValue('a quiet harbour');
    await expectAccessible();
  });

  it('goes home, with the room of the invitation, and the user is remembered', async () => {
    await logIn({ 'POST /api/auth/login': [200, mina] }, '/auth?room=ABCD2345');
    await home();
    expect(place()).toBe('/?room=ABCD2345');
    expect(sent('POST /api/auth/login')).toEqual({ username: 'mina', password: 'secret1' });
    expect(storage.read('backup_user_data')).toContain('mina');
  });

  it('with a wrong password says so and puts the cursor there', async () => {
    await logIn({ 'POST /api/auth/login': [401, { message: 'Wrong', code: 'INVALID_CREDENTIALS' }] });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Login failedPlease check your credentials and try again.');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await expectAccessible();
  });

  it('to a banned account says so', async () => {
    await logIn({ 'POST /api/auth/login': [403, { message: 'x', code: 'ACCOUNT_BANNED' }] });
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failedThis account has been banned.');
  });

  it('needs both fields, says so at each, and sends no request', async () => {
    const user = visit('/auth');
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByLabelText('Username or email')).toHaveAccessibleDescription(
      'Username required',
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password required');
    expect(screen.getByLabelText('Username or email')).toHaveFocus();
    expect(sent('POST /api/auth/login')).toBeUndefined();
    await expectAccessible();
  });

  it('before the address is verified opens the prompt, which can send the code again', async () => {
    const user = await logIn({
      'POST /api/auth/login': [
        403,
        { message: 'x', code: 'NEEDS_VERIFICATION', needsVerification: true, email: 'mina@example.org' },
      ],
      'POST /api/auth/resend-verification': [200, { message: 'ok' }],
    });
    const prompt = await screen.findByRole('dialog', { name: 'Email verification required' });
    expect(prompt).toHaveAccessibleDescription('Please verify your email before logging in.');
    await user.click(within(prompt).getByRole('button', { name: 'Resend code' }));
    expect(await within(prompt).findByText('Verification email has been resent successfully.')).toBeVisible();
    expect(sent('POST /api/auth/resend-verification')).toEqual({ email: 'mina@example.org' });
    await expectAccessible();
    await user.click(within(prompt).getByRole('button', { name: 'Enter verification code' }));
    expect(place()).toBe('/verify-email');
    expect(screen.getByText(/We sent a 6-digit code to mina@example.org/)).toBeVisible();
  });

  it('can show the password while it is typed', async () => {
    const user = visit('/auth');
    await user.type(await screen.findByLabelText('Password'), 'secret1');
    // On an Arabic page its signs would be in another order.
    expect(screen.getByLabelText('Password')).toHaveAttribute('dir', 'ltr');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('register', () => {
  it('leads to the page that asks for the code', async () => {
    await register({
      'POST /api/auth/register': [201, { message: 'ok', needsVerification: true, email: 'mina@example.org' }],
    });
    await waitFor(() => expect(place()).toBe('/verify-email'));
    expect(await screen.findByText(/sent a 6-digit code to mina@example.org/)).toBeVisible();
    expect(screen.getByText('Please verify your email to continue.')).toBeVisible();
  });

  it('with a taken name says so and puts the cursor there', async () => {
    await register({
      'POST /api/auth/register': [409, { message: 'Username already taken', code: 'USERNAME_TAKEN' }],
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Registration failedUsername already taken');
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });

  it('that is rejected for nothing clear asks to check the information', async () => {
    await register({ 'POST /api/auth/register': [400, {}] });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please check your information and try again.',
    );
  });

  it('needs every field in its form', async () => {
    const user = visit('/auth');
    await user.click(await screen.findByRole('radio', { name: 'Register' }));
    await user.type(screen.getByLabelText('Password'), '12345');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Username required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'Email required: Please provide an email address to register',
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      'Password must be at least 6 characters long',
    );
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
    await expectAccessible();
  });
});

describe('the link of a room', () => {
  const preview = { code: 'ABCD2345', status: 'waiting', maxPlayers: 4, betAmount: 5000, freeSeats: 1 };

  it('shows a visitor who invites them, for what bet, and whether a seat is free', async () => {
    visit('/auth?room=ABCD2345', {
      'GET /api/rooms/preview?code=ABCD2345': [200, { ...preview, hostName: 'Yusuf' }],
    });
    expect(await screen.findByRole('heading', { name: 'Yusuf invites you to play' })).toBeVisible();
    expect(screen.getByText('5,000')).toBeVisible();
    expect(screen.getByText('A seat is free')).toBeVisible();
    expect(screen.getByText(/^You are invited to room ABCD2345/)).toBeVisible();
    await expectAccessible();
  });

  it('says when the room is gone, and lets the visitor in all the same', async () => {
    visit('/auth?room=ABCD2345', {
      'GET /api/rooms/preview?code=ABCD2345': [404, { message: 'Room not found', code: 'ROOM_NOT_FOUND' }],
    });
    expect(await screen.findByText(/no longer exists, or it is private/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Play as Guest' })).toBeEnabled();
  });
});

describe('a forgotten password', () => {
  async function ask(answer: Answers[string]) {
    const user = visit('/auth', { 'POST /api/auth/forgot-password': answer });
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Forgot your password?' });
    await user.type(within(dialog).getByLabelText('Email'), 'mina@example.org');
    await expectAccessible();
    await user.click(within(dialog).getByRole('button', { name: 'Send reset code' }));
    return user;
  }

  it('sends a code and goes on to the reset page', async () => {
    const user = await ask([200, { message: 'ok' }]);
    const dialog = await screen.findByRole('dialog', { name: 'Check your email' });
    const next = within(dialog).getByRole('button', { name: 'Enter reset code' });
    expect(next).toHaveFocus();
    await user.click(next);
    expect(place()).toBe('/reset-password');
    expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    expect(screen.getByLabelText('Reset code')).toHaveFocus();
  });

  it.each<[Answers[string], string]>([
    [[500, {}], 'ErrorFailed to send reset email.'],
    ['offline', 'Connection ErrorFailed to send reset email. Please check your internet connection.'],
  ])('can fail: %j', async (answer, text) => {
    await ask(answer);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });

  it('is offered for login only', async () => {
    const user = visit('/auth');
    await user.click(await screen.findByRole('radio', { name: 'Register' }));
    expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull();
  });
});

describe('the language', () => {
  it('can be chosen by a user who cannot read the page, and is kept', async () => {
    const user = visit('/auth');
    // Screen readers read the name alone.
    const arabic = await screen.findByRole('option', { name: 'العربية' });
    expect(arabic).toHaveTextContent('العربية 🇸🇦');
    await user.selectOptions(screen.getByLabelText('Language'), arabic);
    expect(await screen.findByRole('button', { name: 'اللعب كضيف' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    expect(storage.read('language')).toBe('ar');
    await expectAccessible();
    await user.selectOptions(screen.getByLabelText('اللغة'), 'en');
    await screen.findByRole('button', { name: 'Play as Guest' });
  });
});

describe('the focus on arrival', () => {
  it('is at the title of the page, as after a logout', async () => {
    visit('/auth');
    expect(await screen.findByRole('heading', { name: 'Fifteen' })).toHaveFocus();
  });

  it('is left alone under the splash of a first visit', async () => {
    const splash = Object.assign(document.createElement('div'), { id: 'splash' });
    document.body.append(splash);
    visit('/auth');
    await screen.findByRole('heading', { name: 'Fifteen' });
    expect(document.body).toHaveFocus();
    splash.remove();
  });
});

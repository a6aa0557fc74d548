import { describe, expect, it } from 'vitest';
import { loginForm, registerForm, resetPasswordForm, verifyEmailForm } from '../src/forms.ts';
import { isErrorCode } from '@fifteen/domain';
import { errorOfIssues, errorResponse } from '../src/index.ts';

const validForm = { username: 'ana', password: 'secret1', email: 'ana@example.org' };

/** Returns the codes of a form's errors, in order. */
const codesOf = (
  form: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
) => form.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

describe('registering', () => {
  it('takes and normalises what people type', () => {
    expect(registerForm.parse({ ...validForm, username: ' Zoe\u0308 ', email: ' ana@example.org ' })).toEqual(
      {
        ...validForm,
        username: 'Zo\u00EB',
      },
    );
  });

  it.each([
    [{ username: undefined }, 'USERNAME_REQUIRED'],
    [{ username: '  ' }, 'USERNAME_REQUIRED'],
    [{ username: 'victim@mail' }, 'USERNAME_INVALID'],
    [{ username: 'victim\uFF20mail.com' }, 'USERNAME_INVALID'],
    [{ username: 'victim\uFE6Bmail.com' }, 'USERNAME_INVALID'],
    [{ username: 'x'.repeat(33) }, 'USERNAME_INVALID'],
    [{ username: 'x'.repeat(10_000) }, 'USERNAME_INVALID'],
    [{ username: 'a\u202Eb' }, 'USERNAME_INVALID'],
    [{ username: 'a\u200Bb' }, 'USERNAME_INVALID'],
    [{ username: 'AI' }, 'USERNAME_RESERVED'],
    [{ username: 'Player_7' }, 'USERNAME_RESERVED'],
    [{ username: 'local-game-1' }, 'USERNAME_RESERVED'],
    [{ username: 'Guest-k7m2p9xa' }, 'USERNAME_RESERVED'],
    [{ email: undefined }, 'EMAIL_REQUIRED'],
    [{ email: '' }, 'EMAIL_REQUIRED'],
    [{ email: 'ana' }, 'EMAIL_INVALID'],
    [{ email: 'ana@example.org\r\nBcc: x@example.org' }, 'EMAIL_INVALID'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'EMAIL_INVALID'],
    [{ password: undefined }, 'PASSWORD_REQUIRED'],
    [{ password: '12345' }, 'PASSWORD_TOO_SHORT'],
    [{ password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ password: 'secret\0' }, 'PASSWORD_INVALID'],
  ])('rejects %j with %s', (overrides, code) =>
    expect(codesOf(registerForm, { ...validForm, ...overrides })).toEqual([code]),
  );

  it('lets names pass that only resemble the reserved ones', () => {
    for (const username of ['aid', 'playful', 'AIda', 'local', 'guest-k7m2p9x', 'guest-house']) {
      expect(codesOf(registerForm, { ...validForm, username })).toEqual([]);
    }
  });

  it('coerces nothing', () => {
    for (const value of [1, null, [], {}, true]) {
      for (const field of ['username', 'password', 'email']) {
        const [message = ''] = codesOf(registerForm, { ...validForm, [field]: value });
        expect(message).not.toBe('');
        expect(isErrorCode(message)).toBe(false);
      }
    }
  });
});

describe('signing in', () => {
  it('takes a username, an address, and passwords that could not be chosen today', () => {
    expect(loginForm.safeParse({ username: 'ana@example.org', password: 'x' }).success).toBe(true);
    expect(loginForm.safeParse({ username: 'player1', password: 'x' }).success).toBe(true);
  });
});

describe('codes that came by mail', () => {
  it.each([
    ['123456', []],
    [' 123456 ', []],
    ['', ['VERIFICATION_CODE_REQUIRED']],
    [undefined, ['VERIFICATION_CODE_REQUIRED']],
    ['12345', ['VERIFICATION_CODE_INVALID']],
    ['1234567', ['VERIFICATION_CODE_INVALID']],
    ['12345a', ['VERIFICATION_CODE_INVALID']],
    ['１２３４５６', ['VERIFICATION_CODE_INVALID']],
  ])('%j', (token, codes) => expect(codesOf(verifyEmailForm, { token })).toEqual(codes));

  it('asks for the same password twice', () => {
    const form = { token: '123456', newPassword: 'secret1', confirmPassword: 'secret2' };
    expect(codesOf(resetPasswordForm, form)).toEqual(['PASSWORDS_DIFFER']);
    expect(codesOf(resetPasswordForm, { ...form, confirmPassword: 'secret1' })).toEqual([]);
  });
});

describe('the error for a client', () => {
  const respond = (issues: Parameters<typeof errorOfIssues>[0]) => {
    const { code, details } = errorOfIssues(issues, 'INVALID_REQUEST');
    return errorResponse(code, details);
  };
  const explain = (value: unknown) => respond(registerForm.safeParse(value).error?.issues ?? []);

  it('is the catalogue in the words of the specification', () => {
    expect(explain({ ...validForm, password: '12345' })).toEqual({
      status: 400,
      body: {
        code: 'PASSWORD_TOO_SHORT',
        error: 'Password must be at least 6 characters long',
        message: 'Password must be at least 6 characters long',
      },
    });
    expect(explain({ ...validForm, email: undefined }).body).toMatchObject({
      error: 'Email required',
      message: 'Please provide an email address to register',
    });
  });

  it('names the field where the type is wrong', () => {
    expect(explain({ ...validForm, username: 5 }).body).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'username: Invalid input: expected string, received number',
    });
  });

  it('understands the issues of the web framework too', () => {
    const issue = { instancePath: '/game/moves', message: 'Too big' };
    expect(respond([issue]).body.message).toBe('game.moves: Too big');
  });
});

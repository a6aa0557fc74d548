import { randomBytes } from 'node:crypto';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { expectError, sharedProduct, send } from './harness.ts';

const stack = sharedProduct();

/** The smallest PNG there is: one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DOT = `data:image/png;base64,${PIXEL}`;

/** Puts a profile; the body of the answer is read by its fields. */
async function update({ cookie }: Player, profile: unknown) {
  const request = { method: 'PUT', body: profile, headers: { cookie } };
  const answer = await send(`${stack().url}/api/auth/profile`, request);
  return { ...answer, body: answer.body as Record<string, unknown> };
}
const guest = () => Player.guest(stack().url);

describe('a profile', () => {
  test('is changed by its owner, and everybody sees it', async () => {
    const [ada, other] = await Promise.all([guest(), guest()]);
    const { status, body } = await update(ada, { displayName: ' Ada ', profilePicture: DOT });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ada.user.id, displayName: 'Ada', coins: 1000 });
    const path = String(body.profilePicture);
    expect(body).toMatchObject({ profileImageUrl: path, photoURL: path });
    const headers = { cookie: other.cookie };
    for (const call of [`/api/users/${ada.user.id}`, `/api/players/${ada.user.id}`]) {
      const seen = await send(`${stack().url}${call}`, { headers });
      expect(seen.body).toMatchObject({ displayName: 'Ada', profileImageUrl: path });
      expect(seen.body).not.toHaveProperty('email');
      expect(seen.body).not.toHaveProperty('coins');
    }
    const picture = await fetch(`${stack().url}${path}`);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable') as string,
    });
    expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
  });

  test('keeps a picture that is not mentioned, or is sent as it is, and loses one that is taken away', async () => {
    const ada = await guest();
    const { body: first } = await update(ada, { displayName: 'Ada', profilePicture: DOT });
    const { profilePicture } = first;
    expect(profilePicture).toMatch(/^\/api\/avatars\//);
    expect((await update(ada, { displayName: 'Bea' })).body).toMatchObject({ profilePicture });
    expect((await update(ada, { displayName: 'Cat', profilePicture })).body).toMatchObject({
      profilePicture,
    });
    const gone = await update(ada, { displayName: 'Dot', profilePicture: null });
    expect(gone.body).toMatchObject({ profilePicture: null, displayName: 'Dot' });
  });

  test('is known at once to whoever asks with the same session', async () => {
    const ada = await guest();
    await update(ada, { displayName: 'Ada' });
    const { body } = await send(`${stack().url}/api/auth/user`, { headers: { cookie: ada.cookie } });
    expect(body).toMatchObject({ displayName: 'Ada' });
  });

  test('takes no picture from an address, of another kind, or that is not one', async () => {
    const ada = await guest();
    for (const profilePicture of [
      'https://evil.example/x.png',
      'http://169.254.169.254/latest/meta-data',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '/api/avatars/somebody-elses',
      'data:image/png,not-base64',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:text/html;base64,PGI+',
      '',
      17,
    ])
      expectError(await update(ada, { displayName: 'Ada', profilePicture }), 400, 'PICTURE_TYPE');
    const noise = `data:image/png;base64,${randomBytes(300).toString('base64')}`;
    expectError(await update(ada, { displayName: 'Ada', profilePicture: noise }), 400, 'PICTURE_INVALID');
  });

  test('says of a file of five megabytes that it is too large', async () => {
    const profilePicture = `data:image/png;base64,${Buffer.alloc(5_000_000).toString('base64')}`;
    const answer = await update(await guest(), { displayName: 'Ada', profilePicture });
    expectError(answer, 413, 'PICTURE_TOO_LARGE');
    expect(answer.body).toMatchObject({
      error: 'File too large',
      message: 'Please select an image under 1MB',
    });
  });

  test('has a name that can be shown', async () => {
    const ada = await guest();
    expectError(await update(ada, { displayName: '  ' }), 400, 'DISPLAY_NAME_REQUIRED');
    expect((await update(ada, { displayName: 'a\u202eb' })).status).toBe(400);
    expect((await update(ada, { displayName: 'x'.repeat(33) })).status).toBe(400);
    expect((await update(ada, {})).status).toBe(400);
  });

  test('is nobody’s who is not signed in', async () => {
    const answer = await send(`${stack().url}/api/auth/profile`, {
      method: 'PUT',
      body: { displayName: 'Ada' },
    });
    expectError(answer, 401, 'UNAUTHORIZED');
  });

  test('has no picture under a name that nobody has', async () => {
    for (const name of ['nothing', '..%2f..%2fetc%2fpasswd', 'a'.repeat(300)])
      expect((await fetch(`${stack().url}/api/avatars/${name}`)).status).toBe(404);
  });
});

import { randomBytes } from 'node:crypto';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { expectError, useSharedStack, send } from './harness.ts';

const stack = useSharedStack();

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DOT = `data:image/png;base64,${PIXEL}`;

/** Updates a profile, and returns the response with its body as a record. */
async function update({ cookie }: Player, profile: unknown) {
  const request = { method: 'PUT', body: profile, headers: { cookie } };
  const answer = await send(`${stack().url}/api/auth/profile`, request);
  return { ...answer, body: answer.body as Record<string, unknown> };
}
const guest = () => Player.guest(stack().url);

describe('a profile', () => {
  test('changes for its owner and for all other users', async () => {
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

  test('keeps a picture that is omitted or unchanged, and drops one set to null', async () => {
    const ada = await guest();
    const { body: first } = await update(ada, { displayName: 'Ada', profilePicture: DOT });
    const { profilePicture } = first;
    expect(profilePicture).toMatch(/^\/api\/avatars\//);
    expect((await update(ada, { displayName: 'Bea' })).body).toMatchObject({ profilePicture });
    expect((await update(ada, { displayName: 'Cat', profilePicture })).body).toMatchObject({
      profilePicture,
    });
    const withoutPicture = await update(ada, { displayName: 'Dot', profilePicture: null });
    expect(withoutPicture.body).toMatchObject({ profilePicture: null, displayName: 'Dot' });
  });

  test('keeps a name that is omitted', async () => {
    const ada = await guest();
    await update(ada, { displayName: 'Ada' });
    const { status, body } = await update(ada, { profilePicture: DOT });
    expect(status).toBe(200);
    expect(body).toMatchObject({ displayName: 'Ada' });
    expect(body.profilePicture).toMatch(/^\/api\/avatars\//);
  });

  test('keeps the name that another device gives while only the picture changes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = await guest();
      const [picture, name] = await Promise.all([
        update(ada, { profilePicture: DOT }),
        update(ada, { displayName: 'Renamed' }),
      ]);
      expect([picture.status, name.status]).toEqual([200, 200]);
      const { body } = await send(`${stack().url}/api/auth/user`, { headers: { cookie: ada.cookie } });
      expect(body).toMatchObject({
        displayName: 'Renamed',
        profilePicture: expect.stringMatching(/avatars/) as string,
      });
    }
  });

  test('is current at once for requests with the same session', async () => {
    const ada = await guest();
    await update(ada, { displayName: 'Ada' });
    const { body } = await send(`${stack().url}/api/auth/user`, { headers: { cookie: ada.cookie } });
    expect(body).toMatchObject({ displayName: 'Ada' });
  });

  test('rejects a picture from an address, of another type, or that cannot be read', async () => {
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
    // Rejected changes count as well: the first player has none left.
    expectError(
      await update(await guest(), { displayName: 'Bob', profilePicture: noise }),
      400,
      'PICTURE_INVALID',
    );
  });

  test('rejects a picture of five megabytes as too large', async () => {
    const profilePicture = `data:image/png;base64,${Buffer.alloc(5_000_000).toString('base64')}`;
    const ada = await guest();
    // Each client reads the reply, although it arrives while the picture is still being sent.
    for (let times = 0; times < 5; times += 1) {
      const answer = await update(ada, { displayName: 'Ada', profilePicture });
      expectError(answer, 413, 'PICTURE_TOO_LARGE');
      expect(answer.body).toMatchObject({
        error: 'File too large',
        message: 'Please select an image under 1MB',
      });
    }
  });

  test('rejects names that cannot be displayed', async () => {
    const ada = await guest();
    expectError(await update(ada, { displayName: '  ' }), 400, 'DISPLAY_NAME_REQUIRED');
    for (const displayName of ['a\u202eb', 'a\tb', 'x'.repeat(33), 'x'.repeat(1_000)])
      expectError(await update(ada, { displayName }), 400, 'DISPLAY_NAME_INVALID');
  });

  test('cannot be changed without a session', async () => {
    const answer = await send(`${stack().url}/api/auth/profile`, {
      method: 'PUT',
      body: { displayName: 'Ada' },
    });
    expectError(answer, 401, 'UNAUTHORIZED');
  });

  test('returns 404 for an unknown picture', async () => {
    for (const name of ['nothing', '..%2f..%2fetc%2fpasswd', 'a'.repeat(300)])
      expect((await fetch(`${stack().url}/api/avatars/${name}`)).status).toBe(404);
  });
});

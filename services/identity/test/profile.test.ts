import { toUserId, type UserId } from '@fifteen/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { registerUser, openHarness, newOrigin, type Harness } from './harness.ts';

let harness: Harness;
let userId: UserId;
beforeAll(async () => {
  harness = await openHarness();
  ({ userId } = await registerUser(harness));
});
afterAll(() => harness.stop());

const plain = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c03060' } });

const savePicture = async (bytes: Buffer, type: string, displayName = 'Ada') =>
  (
    await harness.identity.updateProfile({
      userId,
      displayName,
      pictureChange: { $case: 'picture', value: { bytes, type } },
    })
  ).account;
const rename = async (displayName: string) =>
  (await harness.identity.updateProfile({ userId, displayName, pictureChange: undefined })).account;
const expectRejected = (bytes: Buffer, type: string, code: string) =>
  expect(savePicture(bytes, type)).rejects.toMatchObject({ code });

/** Returns a picture of noise, which cannot be compressed: its size is known. */
async function noise(side: number): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * 3);
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 7919 + ((at * at) >> 3)) & 255;
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'is uploaded as %s and served as WebP of 256 x 256',
    async (format) => {
      const account = await savePicture(await plain().toFormat(format).toBuffer(), `image/${format}`);
      const { bytes } = await harness.identity.getPicture({ name: account.picture });
      expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({
        format: 'webp',
        width: 256,
        height: 256,
      });
    },
  );

  test('loses its metadata: location, camera and colour profile', async () => {
    const file = await plain()
      .withExif({ IFD0: { Copyright: 'owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await sharp(file).metadata()).toHaveProperty('exif');
    const { picture } = await savePicture(file, 'image/jpeg');
    const { bytes } = await harness.identity.getPicture({ name: picture });
    const found = await sharp(Buffer.from(bytes)).metadata();
    expect(found).not.toHaveProperty('exif');
    expect(found).not.toHaveProperty('icc');
    expect(found).not.toHaveProperty('xmp');
  });

  test('is turned upright', async () => {
    const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000' } })
      .composite([
        { input: { create: { width: 200, height: 100, channels: 3, background: '#fff' } }, top: 0, left: 0 },
      ])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const { picture } = await savePicture(left, 'image/jpeg');
    const { bytes } = await harness.identity.getPicture({ name: picture });
    const { data } = await sharp(Buffer.from(bytes)).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(30);
    expect(data.at(-1)).toBeGreaterThan(225);
  });

  test('has a new name each time and replaces the one before', async () => {
    const first = await savePicture(await plain().png().toBuffer(), 'image/png');
    const second = await savePicture(await plain().png().toBuffer(), 'image/png');
    expect(second.picture).not.toBe(first.picture);
    await expect(harness.identity.getPicture({ name: first.picture })).rejects.toMatchObject({
      code: 'PICTURE_NOT_FOUND',
    });
  });

  test('stays while only the display name changes, and can be removed', async () => {
    const { picture } = await savePicture(await plain().png().toBuffer(), 'image/png');
    expect(await rename('Ada L.')).toMatchObject({ picture, displayName: 'Ada L.' });
    const { account: without } = await harness.identity.updateProfile({
      userId,
      displayName: 'Ada',
      pictureChange: { $case: 'removePicture', value: true },
    });
    expect(without.picture).toBe('');
  });

  test('changes without the display name, which another device may change meanwhile', async () => {
    await rename('Bea');
    const value = { bytes: await plain().png().toBuffer(), type: 'image/png' };
    const change = {
      displayName: 'Ada',
      keepDisplayName: true,
      pictureChange: { $case: 'picture', value },
    } as const;
    const { account } = await harness.identity.updateProfile({ userId, ...change });
    expect(account).toMatchObject({ displayName: 'Bea', picture: expect.stringMatching(/./) as string });
    const unknown = { userId: toUserId(randomUUID()), ...change };
    await expect(harness.identity.updateProfile(unknown)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('is published, so that profile cards are updated', async () => {
    await savePicture(await plain().png().toBuffer(), 'image/png');
    expect(await harness.eventNames(userId)).toContain('user_changed');
  });

  test('is rejected for an unknown account', async () => {
    const unknown = { userId: toUserId(randomUUID()), displayName: 'Unknown', pictureChange: undefined };
    await expect(harness.identity.updateProfile(unknown)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  test('is deleted with a guest', async () => {
    const { grant } = await harness.identity.createGuest({ origin: newOrigin() });
    const guest = grant.session!.account!.id;
    const value = { bytes: await plain().png().toBuffer(), type: 'image/png' };
    const { picture } = (
      await harness.identity.updateProfile({
        userId: guest,
        displayName: 'Guest',
        pictureChange: { $case: 'picture', value },
      })
    ).account;
    await harness.identity.logout({ token: grant.token });
    await expect(harness.identity.getPicture({ name: picture })).rejects.toMatchObject({
      code: 'PICTURE_NOT_FOUND',
    });
  });
});

describe('an upload is rejected', () => {
  test('when it is an SVG', () =>
    expectRejected(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'image/svg+xml',
      'PICTURE_TYPE',
    ));

  test('when it is an SVG with another type', () =>
    expectRejected(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'PICTURE_INVALID'));

  test('when it is a GIF, also with another type', async () => {
    const gif = await plain().gif().toBuffer();
    await expectRejected(gif, 'image/gif', 'PICTURE_TYPE');
    await expectRejected(gif, 'image/png', 'PICTURE_INVALID');
  });

  test('when its type is wrong', async () =>
    expectRejected(await plain().jpeg().toBuffer(), 'image/png', 'PICTURE_INVALID'));

  test('when it is larger than 1 MB', async () => {
    const file = await noise(600);
    expect(file.length).toBeGreaterThan(1024 * 1024);
    await expectRejected(file, 'image/png', 'PICTURE_TOO_LARGE');
  });

  test('when it is a small file of more than 16 megapixels', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expectRejected(bomb, 'image/png', 'PICTURE_INVALID');
  });

  test.each([
    [1, 8_000],
    [16_000, 100],
  ])('when it is a line of %d x %d, which would grow before it is cropped', async (width, height) => {
    await expectRejected(await plain(width, height).png().toBuffer(), 'image/png', 'PICTURE_INVALID');
    const { picture } = await savePicture(await plain(20, 400).png().toBuffer(), 'image/png');
    expect(picture).not.toBe('');
  });

  test.each(['png', 'jpeg', 'webp'] as const)('when another file follows the %s', async (format) => {
    const file = await plain().toFormat(format).toBuffer();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    await expectRejected(Buffer.concat([file, page]), `image/${format}`, 'PICTURE_INVALID');
  });

  test('when it is truncated', async () => {
    const file = await plain().png().toBuffer();
    await expectRejected(file.subarray(0, file.length / 2), 'image/png', 'PICTURE_INVALID');
  });

  test('when it is empty or noise', async () => {
    await expectRejected(Buffer.alloc(0), 'image/png', 'PICTURE_INVALID');
    await expectRejected(Buffer.from('GIF89a PNG JFIF RIFF'), 'image/webp', 'PICTURE_INVALID');
  });

  test('and changes nothing', async () => {
    const before = await rename('Ada');
    await expectRejected(Buffer.from('x'), 'image/png', 'PICTURE_INVALID');
    const { accounts } = await harness.identity.getAccounts({ ids: [userId] });
    expect(accounts[0]).toEqual(before);
  });
});

describe('a display name', () => {
  test.each(['Ada', 'অনামিকা', 'क्‍षत्रिय', 'محمد', 'José 🎲', '  Ada  '])('may be %j', async (name) => {
    expect(await rename(name)).toMatchObject({ displayName: name.normalize('NFC').trim() });
  });

  test.each(['', '   ', '\u200d', '\u0301', '\u3164', '\u115f\u1160', '\uffa0'])(
    'may not be empty or invisible: %j',
    async (name) => {
      await expect(rename(name)).rejects.toMatchObject({ code: 'DISPLAY_NAME_REQUIRED' });
    },
  );

  test.each([
    'a'.repeat(33),
    'a\u202eb',
    'a\u0000b',
    'a\nb',
    'a\u200bb',
    '\u0301a',
    `a${'\u0301'.repeat(9)}`,
    'x'.repeat(10_000),
  ])('may not be long, or reverse or hide text: %j', async (name) => {
    await expect(rename(name)).rejects.toMatchObject({ code: 'DISPLAY_NAME_INVALID' });
  });
});

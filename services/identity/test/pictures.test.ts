import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { randomUUID } from 'node:crypto';
import { member, openHouse, somewhere, type House } from './house.ts';

let house: House;
let userId: string;
beforeAll(async () => {
  house = await openHouse();
  ({ userId } = await member(house));
});
afterAll(() => house.stop());

const plain = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c03060' } });

const show = (bytes: Buffer, type: string, displayName = 'Ada') =>
  house.identity.updateProfile({
    userId,
    displayName,
    pictureChange: { $case: 'picture', value: { bytes, type } },
  });
const call = (displayName: string) =>
  house.identity.updateProfile({ userId, displayName, pictureChange: undefined });
const refused = (bytes: Buffer, type: string, code: string) =>
  expect(show(bytes, type)).rejects.toMatchObject({ code });

/** Noise cannot be compressed: a file of a given size. */
async function noise(side: number): Promise<Buffer> {
  const raw = Buffer.alloc(side * side * 3);
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 7919 + ((at * at) >> 3)) & 255;
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'comes as %s and is served as WebP of 256 x 256',
    async (format) => {
      const account = await show(await plain().toFormat(format).toBuffer(), `image/${format}`);
      const { bytes } = await house.identity.getPicture({ name: account.picture });
      expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({
        format: 'webp',
        width: 256,
        height: 256,
      });
    },
  );

  test('loses everything but its pixels: where it was taken, by what, and its colour profile', async () => {
    const file = await plain()
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await sharp(file).metadata()).toHaveProperty('exif');
    const { picture } = await show(file, 'image/jpeg');
    const { bytes } = await house.identity.getPicture({ name: picture });
    const found = await sharp(Buffer.from(bytes)).metadata();
    expect(found).not.toHaveProperty('exif');
    expect(found).not.toHaveProperty('icc');
    expect(found).not.toHaveProperty('xmp');
  });

  test('stands upright, however the camera was held', async () => {
    const left = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000' } })
      .composite([
        { input: { create: { width: 200, height: 100, channels: 3, background: '#fff' } }, top: 0, left: 0 },
      ])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const { picture } = await show(left, 'image/jpeg');
    const { bytes } = await house.identity.getPicture({ name: picture });
    const { data } = await sharp(Buffer.from(bytes)).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(30);
    expect(data.at(-1)).toBeGreaterThan(225);
  });

  test('has a new name each time, and the one before is gone', async () => {
    const first = await show(await plain().png().toBuffer(), 'image/png');
    const second = await show(await plain().png().toBuffer(), 'image/png');
    expect(second.picture).not.toBe(first.picture);
    await expect(house.identity.getPicture({ name: first.picture })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('stays while only the name changes, and goes when it is taken away', async () => {
    const { picture } = await show(await plain().png().toBuffer(), 'image/png');
    expect(await call('Ada L.')).toMatchObject({ picture, displayName: 'Ada L.' });
    const without = await house.identity.updateProfile({
      userId,
      displayName: 'Ada',
      pictureChange: { $case: 'removePicture', value: true },
    });
    expect(without.picture).toBe('');
  });

  test('is told of, so that cards are drawn anew', async () => {
    await show(await plain().png().toBuffer(), 'image/png');
    expect(await house.facts(userId)).toContain('user_changed');
  });

  test('of another account than there is, is nobody’s', async () => {
    const nobody = { userId: randomUUID(), displayName: 'Nobody', pictureChange: undefined };
    await expect(house.identity.updateProfile(nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('goes with a guest', async () => {
    const grant = await house.identity.createGuest({ origin: somewhere() });
    const guest = grant.session?.account?.id ?? '';
    const value = { bytes: await plain().png().toBuffer(), type: 'image/png' };
    const { picture } = await house.identity.updateProfile({
      userId: guest,
      displayName: 'Guest',
      pictureChange: { $case: 'picture', value },
    });
    await house.identity.logout({ token: grant.token });
    await expect(house.identity.getPicture({ name: picture })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('refused is', () => {
  test('a drawing that is a program', () =>
    refused(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'image/svg+xml',
      'PICTURE_TYPE',
    ));

  test('a drawing under another name', () =>
    refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'PICTURE_INVALID'));

  test('a GIF, also under another name', async () => {
    const gif = await plain().gif().toBuffer();
    await refused(gif, 'image/gif', 'PICTURE_TYPE');
    await refused(gif, 'image/png', 'PICTURE_INVALID');
  });

  test('a picture that is of another type than it says', async () =>
    refused(await plain().jpeg().toBuffer(), 'image/png', 'PICTURE_INVALID'));

  test('a file of more than 1 MB', async () => {
    const file = await noise(600);
    expect(file.length).toBeGreaterThan(1024 * 1024);
    await refused(file, 'image/png', 'PICTURE_TOO_LARGE');
  });

  test('a small file that unpacks to more than 16 megapixels', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await refused(bomb, 'image/png', 'PICTURE_INVALID');
  });

  test.each(['png', 'jpeg', 'webp'] as const)('%s with another file behind it', async (format) => {
    const file = await plain().toFormat(format).toBuffer();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    await refused(Buffer.concat([file, page]), `image/${format}`, 'PICTURE_INVALID');
  });

  test('half a file', async () => {
    const file = await plain().png().toBuffer();
    await refused(file.subarray(0, file.length / 2), 'image/png', 'PICTURE_INVALID');
  });

  test('nothing, and noise', async () => {
    await refused(Buffer.alloc(0), 'image/png', 'PICTURE_INVALID');
    await refused(Buffer.from('GIF89a PNG JFIF RIFF'), 'image/webp', 'PICTURE_INVALID');
  });

  test('and whatever was refused changed nothing', async () => {
    const before = await call('Ada');
    await refused(Buffer.from('x'), 'image/png', 'PICTURE_INVALID');
    const { accounts } = await house.identity.getAccounts({ ids: [userId] });
    expect(accounts[0]).toEqual(before);
  });
});

describe('a display name', () => {
  test.each(['Ada', 'অনামিকা', 'क्‍षत्रिय', 'محمد', 'José 🎲', '  Ada  '])('may be %j', async (name) => {
    expect(await call(name)).toMatchObject({ displayName: name.normalize('NFC').trim() });
  });

  test.each(['', '   ', '\u200d', '\u0301'])('may not be empty or unseen: %j', async (name) => {
    await expect(call(name)).rejects.toMatchObject({ code: 'DISPLAY_NAME_REQUIRED' });
  });

  test.each([
    'a'.repeat(33),
    'a\u202eb',
    'a\u0000b',
    'a\nb',
    'a\u200bb',
    '\u0301a',
    `a${'\u0301'.repeat(9)}`,
    'x'.repeat(10_000),
  ])('may not be long, turn or hide the text around it: %j', async (name) => {
    await expect(call(name)).rejects.toMatchObject({ code: 'DISPLAY_NAME_INVALID' });
  });
});

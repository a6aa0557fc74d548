import { toUserId, type UserId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import { Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, registerUser, type Harness } from './harness.ts';

/** Spoiled files of each kind, beside the whole one: 1 for a commit, 20 at night. */
const SPOILED = scaled(1);
const SLOW_MS = 10_000;
const GROWTH_BYTES = 200 * 1024 * 1024;
const seed = testSeed();

let harness: Harness;
let userId: UserId;
beforeAll(async () => {
  harness = await openHarness();
  userId = toUserId((await registerUser(harness)).userId);
});
afterAll(() => harness.stop());

const plain = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c03060' } });
const exif = {
  IFD0: { Copyright: 'owner' },
  IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
};
const frames = (count: number) => {
  const raw = { width: 40, height: 40 * count, channels: 3 as const, pageHeight: 40 };
  return sharp(Buffer.alloc(40 * 40 * count * 3, 120), { raw });
};

/** Returns a part of a PNG with its length and checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG that claims a size, with little data or a lot of zeros. */
function png(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(Math.min(rows * (width * 3 + 1), 60_000_000)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const HTML = Buffer.from('<script>alert(1)</script>');

/** Files by what is special about them. */
async function files(): Promise<Record<string, Buffer>> {
  const jpeg = await plain().jpeg().toBuffer();
  const whole = await plain().png().toBuffer();
  return {
    png: whole,
    jpeg,
    webp: await plain().webp().toBuffer(),
    'a JPEG in CMYK': await plain().toColourspace('cmyk').jpeg().toBuffer(),
    'a progressive JPEG': await plain().jpeg({ progressive: true }).toBuffer(),
    'a JPEG with a place': await plain().withExif(exif).jpeg().toBuffer(),
    'a WebP with a place': await plain().withExif(exif).webp().toBuffer(),
    'a PNG of 16 bits': await plain().toColourspace('rgb16').png().toBuffer(),
    'an animated GIF': await frames(5).gif().toBuffer(),
    'an animated WebP': await frames(5).webp().toBuffer(),
    'a WebP of many frames': await frames(300).webp().toBuffer(),
    tiff: await plain().tiff().toBuffer(),
    svg: Buffer.from(SVG),
    'an SVG bomb': Buffer.from(SVG.replaceAll('9', '99999')),
    'one pixel': await plain(1, 1).png().toBuffer(),
    'a line': await plain(8_000, 1).png().toBuffer(),
    'a size without data': png(50_000, 50_000, 1),
    'a size beyond any': png(2 ** 31 - 1, 2 ** 31 - 1, 0),
    'a bomb of zeros': png(4_500, 4_400, 4_400),
    'a PNG that is a page': Buffer.concat([whole, HTML]),
    'a JPEG that is a page': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from('fffe001b', 'hex'),
      HTML,
      jpeg.subarray(2),
    ]),
    'a GIF that is a script': Buffer.from('GIF89a=1;alert(1);//'),
    'a page': HTML,
    nothing: Buffer.alloc(0),
  };
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'text/html', ''];
const typeOf = (name: string, random: Random): string => {
  if (random.isTrue(0.2)) return random.pick(TYPES);
  return /jpeg|JPEG/.test(name) ? 'image/jpeg' : /webp|WebP/.test(name) ? 'image/webp' : 'image/png';
};

/** Uploads a file. Returns the code of its error, or what is wrong with the picture that is served. */
async function faultOf(bytes: Buffer, type: string): Promise<string | undefined> {
  const change = {
    userId,
    displayName: 'Ada',
    pictureChange: { $case: 'picture' as const, value: { bytes, type } },
  };
  try {
    const { picture } = (await harness.identity.updateProfile(change, { limitMs: SLOW_MS })).account;
    const served = Buffer.from((await harness.identity.getPicture({ name: picture })).bytes);
    const { format, width, height, exif: place, xmp, icc, pages } = await sharp(served).metadata();
    const isClean = !place && !xmp && !icc && pages === undefined && !served.includes('alert(1)');
    return `${format} ${width}x${height}` === 'webp 256x256' && isClean ? undefined : 'was not encoded anew';
  } catch (error) {
    return isAppError(error) && /^PICTURE_(TYPE|INVALID|TOO_LARGE)$/.test(error.code)
      ? undefined
      : String(error);
  }
}

describe(`a picture (TEST_SEED=${seed})`, () => {
  test('of any kind, whole or broken, is rejected or encoded anew, in time and without growth', async () => {
    const random = new Random(seed);
    const all = Object.entries(await files());
    const before = process.memoryUsage.rss();
    const faults: string[] = [];
    for (let n = 0; n <= SPOILED; n += 1)
      for (const [name, whole] of all) {
        const bytes = n === 0 ? whole : spoiled(whole, random);
        const fault = await faultOf(bytes, typeOf(name, random));
        if (fault) faults.push(`${n}, ${name}: ${fault}`);
      }
    expect(faults).toEqual([]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_BYTES);
  }, 300_000);
});

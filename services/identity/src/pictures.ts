import { randomBytes } from 'node:crypto';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import sharp from 'sharp';
import type { Turns } from './turns.ts';

/** Bytes of a file that is sent in. */
const FILE_MAX = 1024 * 1024;
/** Decoded, 16 megapixels are 64 MB: more is a bomb, or of no use at 256 pixels. */
const PIXELS_MAX = 16_000_000;
const SIDE = 256;
const DECODE_SECONDS = 5;

/** What may be sent in, and where such a file ends: bytes behind that are another file in disguise. */
const KINDS: Readonly<Record<string, { format: string; end: (file: Buffer) => number }>> = {
  'image/png': { format: 'png', end: endOfPng },
  'image/jpeg': {
    format: 'jpeg',
    end: (file) => (file.subarray(-2).toString('hex') === 'ffd9' ? file.length : 0),
  },
  'image/webp': { format: 'webp', end: (file) => (file.length < 12 ? 0 : file.readUInt32LE(4) + 8) },
};

// Files of strangers meet these three decoders only, whatever else the library could read.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

/**
 * Makes a picture of ours from a file of a stranger (reliability 2, threat 59): decoded, turned upright, cut to a
 * square, encoded anew as WebP, without anything but its pixels.
 * Throws PICTURE_TYPE, PICTURE_TOO_LARGE, PICTURE_INVALID or SERVICE_UNAVAILABLE.
 */
export async function makePicture(turns: Turns, file: Buffer, type: string): Promise<Buffer> {
  const kind = KINDS[type];
  if (!kind) throw new AppError('PICTURE_TYPE', 'Please select an image file');
  if (file.length > FILE_MAX) throw new AppError('PICTURE_TOO_LARGE', 'Please select an image under 1MB');
  return turns.take(async () => {
    try {
      const image = sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
      const { format } = await image.metadata();
      if (format !== kind.format || kind.end(file) !== file.length) throw new Error('not what it says it is');
      return await image
        .autoOrient()
        .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
        .toColourspace('srgb')
        .webp({ quality: 82 })
        .timeout({ seconds: DECODE_SECONDS })
        .toBuffer();
    } catch {
      throw new AppError('PICTURE_INVALID', 'Failed to read the image file');
    }
  });
}

/** Chunks of four bytes of length, four of type, data and four of checksum, up to IEND. */
function endOfPng(file: Buffer): number {
  let at = 8;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return 0;
}

/** Puts a picture in the place of the one before. Its name is new each time, so that caches may keep it for ever. */
export async function keepPicture(sql: Sql, accountId: string, bytes: Buffer): Promise<void> {
  const name = randomBytes(16).toString('base64url');
  await execute(
    sql,
    build('picture').insert({ account_id: accountId, name, bytes }).onConflict('account_id').merge(),
  );
}

/** Takes the picture of an account away. */
export async function removePicture(sql: Sql, accountId: string): Promise<void> {
  await execute(sql, build('picture').where({ account_id: accountId }).delete());
}

/** The picture of this name. Throws NOT_FOUND. */
export async function pictureOf(sql: Sql, name: string): Promise<Buffer> {
  const wanted = name.slice(0, 64).replaceAll('\0', '');
  const [found] = await rowsOf<{ bytes: Buffer }>(
    sql,
    build('picture').select('bytes').where({ name: wanted }),
  );
  if (!found) throw new AppError('NOT_FOUND', 'No such picture');
  return found.bytes;
}

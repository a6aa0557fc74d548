import { PICTURE_MAX_BYTES } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** A picture of 16 megapixels takes 64 MB while it is decoded. */
const CONCURRENCY = { running: 2, waiting: 16 };
/** More pixels than this are a decompression bomb, or useless at 256 x 256. */
const MAX_PIXELS = 16_000_000;
const SIDE = 256;
/** Of the longer side to the shorter: a line of 1 x 8,000 would grow to 500 megapixels before it is cropped. */
const MAX_RATIO = 20;
const TIMEOUT_SECONDS = 5;

/** Accepted file types. `end` returns where such a file ends: bytes behind its end are another file in disguise. */
const FILE_TYPES: Readonly<Record<string, { format: string; end: (file: Buffer) => number }>> = {
  'image/png': { format: 'png', end: endOfPng },
  'image/jpeg': {
    format: 'jpeg',
    end: (file) => (file.subarray(-2).toString('hex') === 'ffd9' ? file.length : 0),
  },
  'image/webp': { format: 'webp', end: (file) => (file.length < 12 ? 0 : file.readUInt32LE(4) + 8) },
};

/** Loads the library, which takes 20 MiB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Untrusted files reach only these three decoders of all that the library has.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

/** Encodes profile pictures from untrusted files, with limited concurrency. */
export class PictureEncoder {
  readonly #limiter = new ConcurrencyLimiter(CONCURRENCY);
  #sharp: ReturnType<typeof loadSharp> | undefined;

  /**
   * Decodes an untrusted file, turns it upright, crops it to a square and encodes it as WebP without metadata
   * (docs/spec/guarantees.md#guarantees-13, docs/threats.md, 59).
   * @throws PICTURE_TYPE, PICTURE_TOO_LARGE, PICTURE_INVALID or SERVICE_UNAVAILABLE
   */
  async encode(file: Buffer, type: string): Promise<Buffer> {
    const fileType = FILE_TYPES[type];
    if (!fileType) throw new AppError('PICTURE_TYPE');
    if (file.length > PICTURE_MAX_BYTES) throw new AppError('PICTURE_TOO_LARGE');
    const sharp = await (this.#sharp ??= loadSharp());
    return this.#limiter.run(async () => {
      try {
        const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
        const { format, width, height } = await image.metadata();
        if (format !== fileType.format || fileType.end(file) !== file.length)
          throw new Error('file does not match its type');
        if (Math.max(width, height) > MAX_RATIO * Math.min(width, height))
          throw new Error('picture is a line');
        return await image
          .autoOrient()
          .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
          .toColourspace('srgb')
          .webp({ quality: 82 })
          .timeout({ seconds: TIMEOUT_SECONDS })
          .toBuffer();
      } catch {
        throw new AppError('PICTURE_INVALID');
      }
    });
  }
}

/** Walks the chunks up to IEND: four bytes of length, four of type, data, four of checksum. */
function endOfPng(file: Buffer): number {
  let at = 8;
  while (at + 12 <= file.length) {
    const type = file.toString('latin1', at + 4, at + 8);
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return 0;
}

import { PICTURE_MAX_BYTES } from '@fifteen/domain';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { useToast } from '@/lib/toast.ts';
import { notifyFailure } from '../model/failure.ts';
import { readPicture } from '../model/picture.ts';

const file = (name: string, type: string, size = 3) => new File([new Uint8Array(size)], name, { type });
/** Mocks the decoder of the browser, which jsdom lacks. */
const decode = vi.fn();
/** Opacity of the one pixel that the canvas has. */
let opacity = 255;
const drawn: [width: number, height: number][] = [];

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  drawn.length = 0;
  opacity = 255;
  decode.mockReset().mockResolvedValue({ width: 1024, height: 256, close: () => undefined });
  vi.stubGlobal('createImageBitmap', decode);
  const drawImage = (_: unknown, _x: number, _y: number, width: number, height: number) =>
    void drawn.push([width, height]);
  const getImageData = () => ({ data: new Uint8ClampedArray([0, 0, 0, opacity]) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return { drawImage, getImageData, canvas: this } as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) =>
    give(new Blob(['small'], { type })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a picture', () => {
  it.each([
    // The server rejects bytes after the end of a picture, and a file whose name has the type of another format.
    ['me.jpg', 'image/jpeg'],
    ['me.png', 'image/png'],
    ['me.webp', 'image/webp'],
    ['me.gif', 'image/gif'],
    ['me.avif', 'image/avif'],
    ['me.heic', 'image/heic'],
    // Several systems know no type for them.
    ['me.AVIF', ''],
    ['me.HEIC', ''],
  ])('%s of type "%s" is drawn anew where the browser can decode it', async (name, type) => {
    expect(await readPicture(file(name, type))).toMatch('data:image/webp;base64,');
    expect(drawn).toEqual([[512, 128]]);
  });

  it('above the limit of the server is scaled down', async () => {
    const large = file('me.jpg', 'image/jpeg', PICTURE_MAX_BYTES + 1);
    expect(await readPicture(large)).toMatch('data:image/webp;base64,');
    expect(drawn).toEqual([[512, 128]]);
  });

  it('smaller than 512 pixels keeps its size', async () => {
    decode.mockResolvedValue({ width: 64, height: 48, close: () => undefined });
    await readPicture(file('me.png', 'image/png'));
    expect(drawn).toEqual([[64, 48]]);
  });

  it.each([
    [255, 'image/jpeg'],
    [254, 'image/png'],
  ])('of opacity %i is encoded as %s where the browser has no WebP', async (value, type) => {
    opacity = value;
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, wanted) =>
      give(new Blob(['small'], { type: wanted === 'image/webp' ? 'image/png' : wanted })),
    );
    expect(await readPicture(file('me.png', 'image/png', 200 * 1024))).toMatch(`data:${type};base64,`);
  });

  it('that cannot be scaled down is sent as it is where the server accepts it', async () => {
    decode.mockRejectedValue(new DOMException('The source image could not be decoded.', 'InvalidStateError'));
    const sent = await readPicture(file('me.webp', 'image/webp', 200 * 1024));
    expect(sent).toMatch('data:image/webp;base64,');
    expect(drawn).toEqual([]);
  });

  const large = PICTURE_MAX_BYTES + 1;
  it.each([
    ['that the browser cannot decode', file('me.heic', 'image/heic'), 'Format not supported'],
    ['that cannot be scaled down', file('me.jpg', 'image/jpeg', large), 'File too large'],
    ['that is no image', file('me.txt', 'text/plain'), 'Invalid file type'],
  ])('%s is rejected, and the player reads why', async (_, picked, title) => {
    decode.mockRejectedValue(new DOMException('The source image could not be decoded.', 'InvalidStateError'));
    await expect(readPicture(picked).catch(notifyFailure)).resolves.toBeUndefined();
    expect(useToast.getState().current).toMatchObject({ title, tone: 'error' });
  });
});

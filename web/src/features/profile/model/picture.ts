import { PICTURE_MAX_BYTES } from '@fifteen/domain';

/** Why a file is rejected: the last part of its text keys. */
export type PictureProblem = 'type' | 'size' | 'read' | 'format';

export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Formats that the server accepts. */
const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];
/**
 * Longest side of a sent picture in pixels: twice the one that the server stores. The gateway waits 10 s for a body: 1 MiB
 * as base64 takes longer below 1 Mbit/s.
 */
const LONGEST_SIDE = 512;
const QUALITY = 0.85;

/**
 * Reads the chosen file as a data URL (docs/spec/around-play.md#around-5.3), encoded again and at most 512 pixels wide
 * and high. The server would reject some files that the browser can read: another format (GIF, AVIF, HEIC), another one
 * than their name says, and bytes after the end, which cameras append. A file that the browser cannot read is sent as it
 * is where the server may accept it.
 * @throws PictureError
 */
export async function readPicture(file: File): Promise<string> {
  const isImage = file.type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(file.name);
  if (!isImage) throw new PictureError('type');
  const fits = file.size <= PICTURE_MAX_BYTES;
  const toSend = await reencoded(file).catch(() => {
    if (ACCEPTED.includes(file.type) && fits) return file;
    throw new PictureError(fits ? 'format' : 'size');
  });
  return dataUrlOf(toSend);
}

async function reencoded(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const webp = await blobOf(canvas, 'image/webp');
  // Safari cannot encode WebP and returns PNG, which is large for photographs. JPEG would fill transparency with black.
  return webp.type === 'image/webp' || isTransparent(context) ? webp : blobOf(canvas, 'image/jpeg');
}

/** Returns whether any pixel of the canvas is transparent: every fourth byte is opacity. */
function isTransparent(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  return data.some((value, index) => index % 4 === 3 && value < 255);
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(`the browser cannot encode ${type}`))),
      type,
      QUALITY,
    ),
  );

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PictureError('read'));
    reader.readAsDataURL(blob);
  });

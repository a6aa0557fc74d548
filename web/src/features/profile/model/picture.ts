import { PICTURE_MAX_BYTES } from '@fifteen/contract/constants';

/** Why a file cannot be a picture: the last part of its texts' keys. */
export type PictureProblem = 'type' | 'size' | 'read';

export class PictureError extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Reads the file somebody chose as a data URL (around-play 5). Throws PictureError. */
export async function readPicture(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new PictureError('type');
  if (file.size > PICTURE_MAX_BYTES) throw new PictureError('size');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PictureError('read'));
    reader.readAsDataURL(file);
  });
}

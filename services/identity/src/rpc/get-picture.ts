import type { GetPictureRequest, GetPictureResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { readPicture } from '../db/pictures.ts';

/**
 * Returns a picture by its name.
 * @throws PICTURE_NOT_FOUND
 */
export async function getPicture(
  { db }: AppContext,
  { name }: GetPictureRequest,
): Promise<GetPictureResponse> {
  return { bytes: await readPicture(db, name) };
}

import { z } from 'zod';
import { DISPLAY_NAME_MAX, PICTURE_MAX_BYTES } from '@fifteen/domain';
import { User, UserProfile } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Id, singleLineText, UserId } from '../scalars.ts';
import { call } from './call.ts';
import { searchResponse, searchBody } from './friends.ts';

const profileRoutes = routes.profile;
const byId = z.object({ id: UserId });
/** Base64 encodes 3 bytes as 4 characters; the rest is `data:image/…;base64,`. */
const DATA_URL_MAX = Math.ceil(PICTURE_MAX_BYTES / 3) * 4 + 64;

/** The own profile, and profiles of other users (docs/spec/around-play.md#around-2.4, docs/spec/around-play.md#around-7.1). */
export const profile = {
  update: call(profileRoutes.update, {
    summary: 'Change display name and picture; without its field, each stays',
    body: z.object({
      displayName: singleLineText(
        1,
        DISPLAY_NAME_MAX,
        'DISPLAY_NAME_REQUIRED',
        'DISPLAY_NAME_INVALID',
      ).optional(),
      profilePicture: z
        .string({ error: 'PICTURE_TYPE' })
        .max(DATA_URL_MAX, 'PICTURE_TOO_LARGE')
        .nullish()
        .describe(
          'A data: URL with a PNG, JPEG or WebP of at most 1 MiB; the present path, to keep the picture; null, to remove it',
        ),
    }),
    // The largest picture as a data: URL, the name, and some space. Larger bodies get 413 before they are parsed.
    bodyBytes: DATA_URL_MAX + 64 * 1024,
    bodyError: 'PICTURE_TOO_LARGE',
    ok: { 200: User },
    errors: [
      'DISPLAY_NAME_REQUIRED',
      'DISPLAY_NAME_INVALID',
      'PICTURE_TYPE',
      'PICTURE_TOO_LARGE',
      'PICTURE_INVALID',
      'USER_NOT_FOUND',
    ],
  }),
  player: call(profileRoutes.player, {
    summary: 'Public profile of a user; the same as /api/users/{id}',
    params: byId,
    ok: { 200: UserProfile },
    errors: ['USER_NOT_FOUND'],
  }),
  frame: call(profileRoutes.frame, {
    summary: 'Equipped avatar frame of a user',
    params: byId,
    ok: { 200: z.object({ activeFrameId: Id.nullable() }) },
    errors: ['USER_NOT_FOUND'],
  }),
  search: call(profileRoutes.search, {
    summary:
      'Users whose name contains a text, at most 20, without those who have blocked the caller or are blocked',
    body: searchBody,
    ok: { 200: searchResponse },
    errors: ['INVALID'],
  }),
};

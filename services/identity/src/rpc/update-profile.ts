import type { UpdateProfileRequest, UpdateProfileResponse } from '@fifteen/proto/identity';
import { writeOutbox } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockAccount, readAccounts, setDisplayName } from '../db/accounts.ts';
import { deletePicture, savePicture } from '../db/pictures.ts';
import { userNotFound } from '../domain/errors.ts';
import { userChanged } from '../domain/events.ts';
import { parseDisplayName } from '../domain/names.ts';
import { toAccount } from './responses.ts';
import { transact } from '../db/transaction.ts';

/**
 * Changes display name, picture or both (docs/spec/around-play.md#around-2.5, docs/spec/around-play.md#around-5.3).
 * @throws DISPLAY_NAME_REQUIRED, DISPLAY_NAME_INVALID, PICTURE_TYPE, PICTURE_TOO_LARGE, PICTURE_INVALID,
 *   SERVICE_UNAVAILABLE, or USER_NOT_FOUND for a deleted account
 */
export async function updateProfile(
  context: AppContext,
  request: UpdateProfileRequest,
): Promise<UpdateProfileResponse> {
  const { userId, pictureChange: change } = request;
  const displayName = request.keepDisplayName ? undefined : parseDisplayName(request.displayName);
  const picture =
    change?.$case === 'picture'
      ? await context.pictures.encode(Buffer.from(change.value.bytes), change.value.type)
      : undefined;
  await transact(context, 'update-profile', async (sql) => {
    const exists =
      displayName === undefined
        ? await lockAccount(sql, userId)
        : await setDisplayName(sql, userId, displayName);
    if (!exists) throw userNotFound();
    if (picture) await savePicture(sql, userId, picture);
    else if (change?.$case === 'removePicture') await deletePicture(sql, userId);
    await writeOutbox(sql, [userChanged(userId)]);
  });
  const [account] = await readAccounts(context.db, [userId]);
  if (!account) throw userNotFound();
  return { account: toAccount(account) };
}

import type { UpdateProfileRequest } from '@fifteen/proto/identity';
import { AppError, writeOutbox } from '@fifteen/runtime';
import { build, execute } from '@fifteen/runtime/statements';
import { accountsOf, type AccountRow } from './accounts.ts';
import { parseDisplayName } from './names.ts';
import type { Parts } from './parts.ts';
import { keepPicture, makePicture, removePicture } from './pictures.ts';

/**
 * Changes how somebody is shown (around-play 2 and 5). Throws DISPLAY_NAME_REQUIRED, DISPLAY_NAME_INVALID, PICTURE_TYPE,
 * PICTURE_TOO_LARGE, PICTURE_INVALID, SERVICE_UNAVAILABLE, or NOT_FOUND for an account that has ended.
 */
export async function updateProfile(parts: Parts, request: UpdateProfileRequest): Promise<AccountRow> {
  const { userId, pictureChange: change } = request;
  const displayName = parseDisplayName(request.displayName);
  const picture =
    change?.$case === 'picture'
      ? await makePicture(parts.decoding, Buffer.from(change.value.bytes), change.value.type)
      : undefined;
  await parts.db.tx(async (sql) => {
    const changed = await execute(
      sql,
      build('account').where({ id: userId }).update({ display_name: displayName }),
    );
    if (changed === 0) throw new AppError('NOT_FOUND', 'Player not found');
    if (picture) await keepPicture(sql, userId, picture);
    else if (change?.$case === 'removePicture') await removePicture(sql, userId);
    await writeOutbox(sql, [
      { name: 'user_changed', aggregateId: userId, body: { $case: 'userChanged', value: { userId } } },
    ]);
  });
  parts.committed();
  const [account] = await accountsOf(parts.db, [userId]);
  if (!account) throw new AppError('NOT_FOUND', 'Player not found');
  return account;
}

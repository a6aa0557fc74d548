import { randomBytes } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';

/** Replaces the picture of an account. Each picture has a new name, so that caches may keep it for ever. */
export async function savePicture(sql: Sql, accountId: UserId, bytes: Buffer): Promise<void> {
  const name = randomBytes(16).toString('base64url');
  await execute(
    sql,
    build('picture').insert({ account_id: accountId, name, bytes }).onConflict('account_id').merge(),
  );
}

/** Deletes the picture of an account. */
export async function deletePicture(sql: Sql, accountId: UserId): Promise<void> {
  await execute(sql, build('picture').where({ account_id: accountId }).delete());
}

/**
 * Returns the picture with this name.
 * @throws PICTURE_NOT_FOUND
 */
export async function readPicture(sql: Sql, name: string): Promise<Buffer> {
  const requested = name.slice(0, 64).replaceAll('\0', '');
  const [picture] = await queryRows<{ bytes: Buffer }>(
    sql,
    build('picture').select('bytes').where({ name: requested }),
  );
  if (!picture) throw new AppError('PICTURE_NOT_FOUND');
  return picture.bytes;
}

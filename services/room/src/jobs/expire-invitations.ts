import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { IS_EXPIRED } from '../db/invitations.ts';

/** Expires invitations that were not answered in time. */
export async function expireInvitations({ db }: AppContext): Promise<void> {
  await execute(
    db,
    build('invitation').where({ status: 'pending' }).whereRaw(IS_EXPIRED).update({ status: 'lapsed' }),
  );
}

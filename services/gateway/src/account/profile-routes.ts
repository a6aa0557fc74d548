import type { UpdateProfileRequest } from '@fifteen/proto/identity';
import { AppError } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Clients } from '../clients/clients.ts';
import { loadOwnUser } from './own-user.ts';
import { picturePath } from '../translation/player.ts';
import type { PlayerLoader } from '../players/player-loader.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

const DATA_URL = /^data:([a-z]+\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;
/** Decoding and encoding a large picture takes longer than most calls. */
const SLOW_CALL = { limitMs: 8_000 };

/**
 * How one is shown to others (docs/spec/around-play.md#around-2.4, docs/spec/around-play.md#around-5.3,
 * docs/spec/around-play.md#around-7).
 */
export function profileRoutes(deps: {
  clients: Clients;
  playerLoader: PlayerLoader;
  sessions: Sessions;
  profiles: ProfileCache;
}): Pick<RouteHandlers<'profile'>, 'update'> {
  const { clients, sessions, profiles } = deps;
  return {
    update: async ({ caller, body }) => {
      const { accounts } = await clients.identity.getAccounts({ ids: [caller.userId] });
      const [present] = accounts;
      if (!present) throw new AppError('USER_NOT_FOUND');
      const { displayName = present.displayName, profilePicture } = body;
      const pictureChange = changeOf(profilePicture, picturePath(present.picture));
      const keepDisplayName = body.displayName === undefined;
      const request = { userId: caller.userId, displayName, keepDisplayName, pictureChange };
      const { account } = await clients.identity.updateProfile(request, SLOW_CALL);
      sessions.forget(caller.token);
      profiles.drop(account.id);
      return loadOwnUser(deps, account);
    },
  };
}

/**
 * A picture comes with the request, never from an address that the server would have to visit (docs/threats.md, 58).
 */
function changeOf(
  given: string | null | undefined,
  present: string | null,
): UpdateProfileRequest['pictureChange'] {
  if (given === undefined || (given !== null && given === present)) return undefined;
  if (given === null) return { $case: 'removePicture', value: true };
  const [, type = '', base64 = ''] = DATA_URL.exec(given) ?? [];
  if (!type) throw new AppError('PICTURE_TYPE');
  return { $case: 'picture', value: { type, bytes: Buffer.from(base64, 'base64') } };
}

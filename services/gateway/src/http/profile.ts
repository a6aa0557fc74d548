import type { UpdateProfileRequest } from '@fifteen/proto/identity';
import { AppError } from '@fifteen/runtime';
import type { Cards } from '../cards.ts';
import type { Limits } from '../limits.ts';
import type { Neighbours } from '../neighbours.ts';
import { ownUserOf } from '../own-user.ts';
import { picturePath } from '../people.ts';
import type { Persons } from '../persons.ts';
import type { Sessions } from '../sessions.ts';
import type { Handlers } from './handler.ts';

const DATA_URL = /^data:([a-z]+\/[\w.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;
/** Decoding and encoding a large picture takes longer than most calls. */
const SLOW = { limitMs: 8_000 };

/** How one is shown to others (around-play 2, 5 and 7). */
export function profileHandlers(parts: {
  neighbours: Neighbours;
  persons: Persons;
  sessions: Sessions;
  cards: Cards;
  limits: Limits;
}): Pick<Handlers<'profile'>, 'update'> {
  const { neighbours, sessions, cards, limits } = parts;
  return {
    update: async ({ who, body }) => {
      await limits.act('profile', who.userId);
      const { accounts } = await neighbours.identity.getAccounts({ ids: [who.userId] });
      const pictureChange = changeOf(body.profilePicture, picturePath(accounts[0]?.picture));
      const request = { userId: who.userId, displayName: body.displayName, pictureChange };
      const account = await neighbours.identity.updateProfile(request, SLOW);
      sessions.forget(who.token);
      cards.drop(account.id);
      return ownUserOf(parts, account);
    },
  };
}

/** A picture comes with the request, never from an address that the server would have to visit (threat 58). */
function changeOf(
  given: string | null | undefined,
  present: string | null,
): UpdateProfileRequest['pictureChange'] {
  if (given === undefined || (given !== null && given === present)) return undefined;
  if (given === null) return { $case: 'removePicture', value: true };
  const [, type = '', base64 = ''] = DATA_URL.exec(given) ?? [];
  if (!type) throw new AppError('PICTURE_TYPE', 'Please select an image file');
  return { $case: 'picture', value: { type, bytes: Buffer.from(base64, 'base64') } };
}

import { toGameId, toUserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { z } from 'zod';

/** An id. The ledger's keys contain ids, so an id contains none of the characters that separate parts of a key. */
const id = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be an id');

/** The id of a user or a bot. */
export const anyUserId = id.transform(toUserId);
/** The id of a user who can own coins: no bot. */
export const ownerId = id.regex(/^(?!ai$|player_)/, 'must not be a bot').transform(toUserId);
/** The id of a game. */
export const anyGameId = id.transform(toGameId);

/** One line of text. */
export const singleLineText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be plain text');

/** A kind of item, without the zero value. */
export const itemKind = z.enum(ItemKind).exclude(['UNSPECIFIED']);

/** The fields that name an item; the catalogue says whether there is such an item. */
export const itemFields = { kind: itemKind, itemId: z.string().max(64) };

/** A request about the wallet of one user. */
export const ownerRequest = z.object({ userId: ownerId });
/** A request about up to 200 users or bots. */
export const usersRequest = z.object({ userIds: z.array(anyUserId).max(200) });
/** A week of ISO 8601. */
export const weekFields = { year: z.int().min(2020).max(9999), week: z.int().min(1).max(53) };

import { isIP } from 'node:net';
import { ItemKind } from '@fifteen/proto/economy';
import { AppError } from '@fifteen/runtime';
import { z } from 'zod';

/** Bounds of what comes in. Ids stand in the ledger's keys, so they hold nothing that separates keys. */
const id = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'must be an id');
/** One line of text. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be plain text');

/** Somebody who can own coins: no bot. */
const owner = id.regex(/^(?!ai$|player_)/, 'must not be a bot');

export const user = z.object({ userId: owner });
export const users = z.object({ userIds: z.array(id).max(200) });
export const game = z.object({ gameId: id });
export const games = z.object({ gameIds: z.array(id).max(200) });

/** Stakes there are; a friendly game has none. */
export const holdTerms = z
  .object({
    gameId: id,
    xUserId: owner,
    oUserId: owner,
    bet: z.literal([5_000, 50_000, 250_000, 1_000_000, 10_000_000]),
  })
  .refine(({ xUserId, oUserId }) => xUserId !== oUserId, 'must be two players');

/** An empty winner is nobody. */
export const gameEnd = z.object({ gameId: id, winnerId: z.union([id, z.literal('')]) });

export const aiWin = z.object({
  userId: owner,
  reason: line(64),
  transcript: z
    .object({
      difficulty: z.string(),
      moves: z.array(z.number()).max(15),
      /** The client's own; empty when it has none. */
      gameId: z.string().regex(/^[A-Za-z0-9_.:-]{0,64}$/, 'must be an id'),
    })
    .optional(),
  ip: z.string().refine((ip) => isIP(ip) !== 0, 'must be an address'),
});

export const payment = z.object({
  userId: owner,
  amount: z.number().int().min(1).max(1_000_000_000_000),
  reference: line(128).min(1),
});

/** What is in the catalogue is for the catalogue to say. */
const item = { kind: z.enum(ItemKind).exclude(['UNSPECIFIED']), itemId: z.string().max(64) };

/** Unspecified: of all kinds. */
export const kindOfItems = z.object({ kind: z.enum(ItemKind) });
export const itemsOfUser = z.object({ userId: id, kind: z.enum(ItemKind) });
export const itemOfUser = z.object({ userId: id, ...item });
export const itemGrant = z.object({ userId: owner, ...item, reference: line(128).min(1) });

/** Any number of coins that can be written: what there is decides. The key stands in the ledger's, at its end. */
export const giftTerms = z
  .object({
    senderId: owner,
    recipientId: owner,
    amount: z.int().min(1),
    message: line(200),
    key: z.string().regex(/^[\x21-\x7E]{0,128}$/, 'must be visible ASCII'),
    senderIsGuest: z.boolean(),
    senderVerifiedAt: z.date().optional(),
    senderResetAt: z.date().optional(),
  })
  .refine(({ senderId, recipientId }) => senderId !== recipientId, 'must be two people');

export const giftSender = z.object({ senderId: owner, senderVerifiedAt: z.date().optional() });
export const shownGift = z.object({ userId: owner, giftId: z.uuid() });

export const purchase = z.object({
  userId: owner,
  ...item,
  price: z.number().optional(),
  key: z.string().max(128),
});

/** Nothing, by an empty id, is worn as well. */
export const choice = z.object({
  userId: owner,
  ...item,
  kind: z.enum(ItemKind).exclude(['UNSPECIFIED', 'EMOJI']),
});

export const week = z.object({ year: z.int().min(2020).max(9999), week: z.int().min(1).max(53) });
export const rankOfWeek = week.extend({
  rank: z.int().min(1).max(50),
  userId: owner,
});

/** The request as it was meant, or INVALID. */
export function read<T extends z.ZodType>(schema: T, request: unknown): z.output<T> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('INVALID', [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

import { z } from 'zod';
import { routes } from '../routes.ts';
import { Coins, GameId, Id, UserId } from '../scalars.ts';
import { call, noContent } from './call.ts';

const Emoji = z
  .object({
    id: Id,
    name: z.string().describe('The glyph, a space, a label'),
    description: z.string(),
    price: Coins,
    animationType: z.string().describe('Animation: bounce, pulse, shake, spin, float or burst'),
    glyph: z.string().describe('The emoji itself'),
  })
  .meta({ id: 'Emoji', description: 'An emoji of the shop' });

/** Emojis that the user owns and can send to an opponent. */
export const emojis = {
  list: call(routes.emojis.list, { summary: 'All emojis, the cheapest first', ok: { 200: z.array(Emoji) } }),
  owned: call(routes.emojis.owned, {
    summary: "The caller's emojis, the oldest first",
    ok: { 200: z.array(z.object({ emojiId: Id })) },
  }),
  send: call(routes.emojis.send, {
    summary:
      'Send an emoji to the opponent of an online game that is active or has just ended; the same as send_emoji',
    body: z.object({ emojiId: Id, gameId: GameId, recipientPlayerId: UserId.describe('The opponent') }),
    ok: { 204: noContent },
    errors: [
      'EMOJI_NOT_ONLINE',
      'GAME_NOT_FOUND',
      'NOT_A_PLAYER',
      'GAME_NOT_ACTIVE',
      'OPPONENT_NOT_FOUND',
      'EMOJI_NOT_OWNED',
    ],
  }),
};

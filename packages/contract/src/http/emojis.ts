import { z } from 'zod';
import { routes } from '../routes.ts';
import { Coins, GameId, Id, UserId } from '../scalars.ts';
import { call, noContent } from './call.ts';

const Emoji = z
  .object({
    id: Id,
    name: z.string().describe('Glyph, space and label'),
    description: z.string(),
    price: Coins,
    animationType: z.string().describe('Animation: bounce, pulse, shake, spin, float or burst'),
    glyph: z.string().describe('The emoji without its label'),
  })
  .meta({ id: 'Emoji', description: 'An emoji of the shop' });

/** Emojis: a player sends owned ones to an opponent. */
export const emojis = {
  list: call(routes.emojis.list, {
    summary: 'Emojis for sale, and those that the caller has earned, the cheapest first',
    ok: { 200: z.array(Emoji) },
  }),
  owned: call(routes.emojis.owned, {
    summary: 'Owned emojis of the caller, oldest first',
    ok: { 200: z.array(z.object({ emojiId: Id })) },
  }),
  send: call(routes.emojis.send, {
    summary:
      'Send an emoji to the opponent of an online game that runs or has just ended; the same as send_emoji',
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

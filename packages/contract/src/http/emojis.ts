import { z } from 'zod';
import { routes } from '../routes.ts';
import { Coins, GameId, Id, UserId } from '../scalars.ts';
import { call, nothing } from './call.ts';

const Emoji = z
  .object({
    id: Id,
    name: z.string().describe('The glyph, a space, a label'),
    description: z.string(),
    price: Coins,
    animationType: z.string().describe('How it moves: bounce, pulse, shake, spin, float or burst'),
    glyph: z.string().describe('The emoji itself'),
  })
  .meta({ id: 'Emoji', description: 'An emoji of the shop' });

/** Emojis, which one owns and then can show to an opponent. */
export const emojis = {
  list: call(routes.emojis.list, { summary: 'All emojis, the cheapest first', ok: { 200: z.array(Emoji) } }),
  owned: call(routes.emojis.owned, {
    summary: 'Which emojis one owns, the oldest first',
    ok: { 200: z.array(z.object({ emojiId: Id })) },
  }),
  send: call(routes.emojis.send, {
    summary: 'Show an emoji to the opponent of an online game that runs or has just ended; as send_emoji',
    body: z.object({ emojiId: Id, gameId: GameId, recipientPlayerId: UserId.describe('The opponent') }),
    ok: { 204: nothing },
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

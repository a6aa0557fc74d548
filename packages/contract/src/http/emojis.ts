import { z } from 'zod';
import { routes } from '../routes.ts';
import { Coins, Id } from '../scalars.ts';
import { call } from './call.ts';

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
};

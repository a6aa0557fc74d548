import { EMOJI_SHOWN } from '@fifteen/contract/constants';
import { opponentOf } from '@fifteen/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import { showBubble } from './chat.ts';
import { type OnlineGame, playerAt, sideOf } from './onlineGame.ts';
import { nameOf } from './notifications.ts';
import { useOnlineGame } from './store.ts';

const catalogue = { queryKey: ['emojis'], queryFn: () => api.emojis.list() };

export type Emoji = Awaited<ReturnType<typeof api.emojis.list>>[number];

/**
 * Returns the emojis that the user owns, oldest first; null while unknown. They may be bought in another tab: each game
 * fetches them anew.
 * @param gameId the game of a player; null for other users, who send none
 */
export function useOwnedEmojis(gameId: string | null): Emoji[] | null {
  const owned = useQuery({
    queryKey: ['emojis', 'owned', gameId],
    queryFn: () => api.emojis.owned(),
    placeholderData: keepPreviousData,
    enabled: gameId !== null,
  }).data;
  const all = useQuery({ ...catalogue, enabled: gameId !== null && Boolean(owned?.length) }).data;
  if (!owned || (owned.length > 0 && !all)) return null;
  return owned.flatMap(({ emojiId }) => all?.find(({ id }) => id === emojiId) ?? []);
}

function opponentIn({ game }: OnlineGame, me: string): string | null {
  const side = sideOf(game, me);
  return side && playerAt(game, opponentOf(side));
}

function failed(error: unknown): void {
  const { text } = explainError(error, { fallback: 'onlineGame.emoji.failedText' });
  toast({ title: t('onlineGame.emoji.failed'), description: text, tone: 'error' });
}

/** Sends an owned emoji to the opponent; it appears at the user's seat when the server returns it. */
export async function sendEmoji(emojiId: string): Promise<void> {
  const { me, onlineGame } = useOnlineGame.getState();
  if (!onlineGame) return failed({ code: 'EMOJI_NOT_ONLINE' });
  const recipientPlayerId = opponentIn(onlineGame, me);
  if (!recipientPlayerId) return failed({ code: 'OPPONENT_NOT_FOUND' });
  try {
    await api.emojis.send({ body: { emojiId, gameId: onlineGame.game.id, recipientPlayerId } });
  } catch (error) {
    failed(error);
  }
}

/** Shows the emoji of a player with the animation of the catalogue. */
export async function receiveEmoji(senderId: string, glyph: string, emojiId: string): Promise<void> {
  const { me, onlineGame } = useOnlineGame.getState();
  const side = onlineGame && sideOf(onlineGame.game, senderId);
  if (!side) return;
  const known = await queryClient.ensureQueryData(catalogue).catch(() => []);
  const motion = known.find(({ id }) => id === emojiId)?.animationType ?? 'bounce';
  showBubble(senderId, { text: glyph, motion }, EMOJI_SHOWN);
  if (senderId === me) return;
  announce(t('onlineGame.chat.message', { name: nameOf(onlineGame.game, side), text: glyph }));
  play('chat');
}

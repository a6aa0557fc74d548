import { CHAT_MAX } from '@fifteen/domain';
import { QUICK_CHAT, QUICK_CHAT_DEFAULT } from '@fifteen/contract/constants';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { send } from '@/lib/realtime/connection.ts';
import { play } from '@/lib/sound/sound.ts';
import { useOnlineGame } from './store.ts';

export type Phrase = keyof typeof QUICK_CHAT;

export const phrases = Object.keys(QUICK_CHAT) as Phrase[];

interface Bubble {
  /** A phrase in the reader's language; any other text unchanged; the glyph of an emoji. */
  text: string;
  /** Animation of an emoji. */
  motion?: string;
}

/** The visible bubbles by user id; each expires by itself. */
export const useBubbles = create<Record<string, (Bubble & { id: number }) | undefined>>()(() => ({}));

let count = 0;

/** Shows a bubble at a player's seat for `ms`, or until the next one. */
export function showBubble(userId: string, content: Bubble, ms: number): void {
  count += 1;
  const bubble = { ...content, id: count };
  useBubbles.setState({ [userId]: bubble });
  setTimeout(
    () => useBubbles.setState((all) => (all[userId] === bubble ? { [userId]: undefined } : all)),
    ms,
  );
}

/**
 * Handles a quick chat message of the room: shows it at its sender's seat for the time of its phrase
 * (docs/spec/play.md#play-9.5). One of the opponent is announced, and plays its sound.
 */
export function receiveQuickChat(userId: string, name: string, messageText: string): void {
  const phrase = phrases.find((each) => QUICK_CHAT[each].text === messageText);
  const text = phrase ? t(`onlineGame.chat.${phrase}`) : messageText.slice(0, CHAT_MAX);
  showBubble(userId, { text }, phrase ? QUICK_CHAT[phrase].shown : QUICK_CHAT_DEFAULT);
  if (userId === useOnlineGame.getState().me) return;
  announce(t('onlineGame.chat.message', { name, text }));
  play('chat');
}

/** Sends a phrase; it appears at the user's seat when the server returns it. */
export function sendPhrase(phrase: Phrase): void {
  const { onlineGame } = useOnlineGame.getState();
  if (!onlineGame?.game.roomId) return;
  const { id: gameId, roomId } = onlineGame.game;
  send({ type: 'player_chat', roomId, gameId, messageText: QUICK_CHAT[phrase].text });
}

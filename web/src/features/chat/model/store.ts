import type { ServerMessageOf } from '@fifteen/contract';
import { CHAT_MAX, toLine } from '@fifteen/domain';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { explainError } from '@/lib/errors.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import { addMessage, forgetHistory, refetchHistory } from './history.ts';
import { expectPush } from './ownMessages.ts';
import { POPUPS, useSpace } from './space.ts';

/** A chat at the bottom of the screen. */
export interface Popup {
  readonly player: PlayerSummary;
  /** Otherwise only the head is visible. */
  readonly open: boolean;
  /** Messages that arrived while the popup was closed. */
  readonly unread: number;
}

interface Sending {
  /** The idempotency key. */
  readonly key: string;
  readonly text: string;
}

interface Chats {
  /** Where not all fit, the first are shown. */
  popups: readonly Popup[];
  /** The player whose chat is open as a dialog. */
  dialog: PlayerSummary | null;
  /** Unsent texts by user id, which outlive their window. */
  drafts: Readonly<Record<string, string | undefined>>;
  /** Messages being sent, by user id. */
  sending: Readonly<Record<string, readonly Sending[] | undefined>>;
}

const noChats: Chats = { popups: [], dialog: null, drafts: {}, sending: {} };

export const useChats = create<Chats>()(() => noChats);

/**
 * Puts open popups first, and closes those that do not fit: they are hidden, so a message in them must count as unread.
 */
function arranged(popups: readonly Popup[]): readonly Popup[] {
  const { popups: fitting } = useSpace.getState();
  return popups
    .toSorted((a, b) => Number(b.open) - Number(a.open))
    .slice(0, POPUPS)
    .map((popup, index) => (index < fitting ? popup : { ...popup, open: false }));
}

useSpace.subscribe(() => useChats.setState(({ popups }) => ({ popups: arranged(popups) })));

/**
 * Changes the popup of a player, or adds one, and puts it first: behind the open ones if it is closed, so that a message
 * does not hide the chat in which the user writes.
 */
function show(player: PlayerSummary, change: (popup: Popup) => Popup): void {
  useChats.setState(({ popups }) => {
    const popup = popups.find((one) => one.player.id === player.id) ?? { player, open: false, unread: 0 };
    const others = popups.filter((one) => one.player.id !== player.id);
    return { popups: arranged([change(popup), ...others]) };
  });
}

function alter(userId: string, change: (popup: Popup) => Popup): void {
  useChats.setState(({ popups }) => ({
    popups: popups.map((one) => (one.player.id === userId ? change(one) : one)),
  }));
}

const isShown = (userId: string): boolean => {
  const { popups, dialog } = useChats.getState();
  return dialog?.id === userId || popups.some(({ player, open }) => open && player.id === userId);
};

const setDraft = (userId: string, draft: string): void =>
  useChats.setState(({ drafts }) => ({ drafts: { ...drafts, [userId]: draft } }));

const sendingTo = (userId: string): readonly Sending[] => useChats.getState().sending[userId] ?? [];

const setSending = (userId: string, change: (known: readonly Sending[]) => readonly Sending[]): void =>
  useChats.setState(({ sending }) => ({ sending: { ...sending, [userId]: change(sending[userId] ?? []) } }));

/** Messages whose outcome is unknown and that are unchanged drafts, by user id: they keep their key. */
const unconfirmed = new Map<string, Sending>();

/** Settles when the last message to a user was sent or has failed, by user id. */
const lastSent = new Map<string, Promise<void>>();

/** Sends a message, unless one before it has failed or its sender has signed out. */
async function deliver(userId: string, one: Sending): Promise<void> {
  const isWaiting = () => sendingTo(userId).includes(one);
  if (!isWaiting()) return;
  try {
    const sent = api.chat.send({
      body: { targetUserId: userId, message: one.text },
      idempotencyKey: one.key,
    });
    void expectPush(sent);
    const { message } = await sent;
    if (!isWaiting()) return;
    addMessage(userId, message);
    setSending(userId, (known) => known.filter((each) => each !== one));
  } catch (error) {
    if (!isWaiting()) return;
    const unsent = [...sendingTo(userId).map(({ text }) => text), useChats.getState().drafts[userId]];
    setSending(userId, () => []);
    const draft = unsent.filter(Boolean).join(' ');
    setDraft(userId, draft);
    if (error instanceof ApiError && error.mayRetry) {
      if (draft === one.text) unconfirmed.set(userId, one);
      refetchHistory(userId);
    }
    const [failed, { text: why }] = [t('chat.failed'), explainError(error, { fallback: 'chat.failed' })];
    toast({
      title: t('errors.title'),
      description: why === failed ? failed : `${failed}: ${why}`,
      tone: 'error',
    });
  }
}

/** Actions on chats. */
export const chats = {
  /** Opens the chat with a friend as a dialog, and closes its popup. */
  openDialog(player: PlayerSummary): void {
    chats.close(player.id);
    useChats.setState({ dialog: player });
  },
  closeDialog: (): void => useChats.setState({ dialog: null }),
  /** Opens the chat with a friend as a popup. */
  openPopup: (player: PlayerSummary): void => show(player, (popup) => ({ ...popup, open: true, unread: 0 })),
  toggle: (userId: string): void =>
    alter(userId, (popup) => ({ ...popup, open: !popup.open, unread: popup.open ? popup.unread : 0 })),
  close: (userId: string): void =>
    useChats.setState(({ popups }) => ({ popups: popups.filter(({ player }) => player.id !== userId) })),
  setDraft(userId: string, draft: string): void {
    unconfirmed.delete(userId);
    setDraft(userId, draft);
  },

  /**
   * Sends the draft as a line, after those before it. It is shown as being sent until the server confirms it. If that
   * fails, it becomes a draft again with those after it, before what was typed meanwhile: all together may be too long to
   * be sent.
   */
  async send(userId: string): Promise<void> {
    const text = toLine(useChats.getState().drafts[userId] ?? '');
    if (!text || text.length > CHAT_MAX) return;
    const one = unconfirmed.get(userId) ?? { key: uniqueId(), text };
    unconfirmed.delete(userId);
    setDraft(userId, '');
    setSending(userId, (known) => [...known, one]);
    const sent = lastSent.get(userId)?.then(() => deliver(userId, one)) ?? deliver(userId, one);
    lastSent.set(userId, sent);
    await sent;
  },

  /** Handles a message of a friend. Returns whether it is visible at once. */
  receive(message: Omit<ServerMessageOf<'chat_message_received'>, 'type'>, player: PlayerSummary): boolean {
    const shown = isShown(player.id);
    addMessage(player.id, { ...message, fromMe: false });
    if (!shown) show(player, (popup) => ({ ...popup, unread: popup.unread + 1 }));
    play('chat');
    void loadLaterTexts().then(() =>
      announce(t('chat.message', { name: player.displayName, text: message.message })),
    );
    return shown;
  },

  /** Clears the counts of closed popups whose messages were read in another tab. */
  clearReadCounts(isRead: (userId: string) => boolean): void {
    for (const { player, unread } of useChats.getState().popups)
      if (unread > 0 && isRead(player.id)) alter(player.id, (popup) => ({ ...popup, unread: 0 }));
  },

  /**
   * Clears and closes the chat with a friend who went offline or is no friend any more
   * (docs/spec/around-play.md#around-4.3).
   */
  leave(userId: string): void {
    const { popups, dialog } = useChats.getState();
    const open = dialog?.id === userId ? dialog : popups.find(({ player }) => player.id === userId)?.player;
    if (!open) return;
    if (dialog?.id === userId) chats.closeDialog();
    chats.close(userId);
    forgetHistory(userId);
  },

  /** Clears all chats when another user signs in. */
  forget(): void {
    lastSent.clear();
    unconfirmed.clear();
    useChats.setState(noChats, true);
  },
};

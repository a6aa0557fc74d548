import type { ServerMessageOf } from '@fifteen/contract';
import { create } from 'zustand';
import { t } from 'i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { laterTexts } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { uniqueId } from '@/lib/uniqueId.ts';
import { play } from '@/lib/sound/sound.ts';
import { toast } from '@/lib/toast.ts';
import { addMessage, forgetHistory } from './history.ts';

/** A chat at the bottom of the screen. */
export interface Popup {
  readonly player: PlayerSummary;
  /** Else only its head is there. */
  readonly open: boolean;
  /** Messages that came while it was not. */
  readonly unread: number;
}

interface Sending {
  readonly key: string;
  readonly text: string;
}

interface Chats {
  /** The latest first: where there is no room for all, that one is seen. */
  popups: readonly Popup[];
  /** Whose chat is open as a dialog. */
  dialog: PlayerSummary | null;
  /** What is typed and not sent yet, by user id; it outlives its window. */
  drafts: Readonly<Record<string, string | undefined>>;
  /** What is on its way, by user id. */
  sending: Readonly<Record<string, readonly Sending[] | undefined>>;
}

/** Popups beyond these are not worth their place: the friends' list leads to all chats. */
const POPUPS = 4;

const none: Chats = { popups: [], dialog: null, drafts: {}, sending: {} };

export const useChats = create<Chats>()(() => none);

function show(player: PlayerSummary, change: (popup: Popup) => Popup): void {
  useChats.setState(({ popups }) => {
    const popup = popups.find((one) => one.player.id === player.id) ?? { player, open: false, unread: 0 };
    const others = popups.filter((one) => one.player.id !== player.id);
    return { popups: [change(popup), ...others].slice(0, POPUPS) };
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

const setSending = (userId: string, change: (known: readonly Sending[]) => readonly Sending[]): void =>
  useChats.setState(({ sending }) => ({ sending: { ...sending, [userId]: change(sending[userId] ?? []) } }));

/** What can be done with chats. */
export const chats = {
  /** Opens the chat with a friend as a dialog: it is not in a popup then as well. */
  openDialog(player: PlayerSummary): void {
    chats.close(player.id);
    useChats.setState({ dialog: player });
  },
  closeDialog: (): void => useChats.setState({ dialog: null }),
  /** Opens the chat with a friend beside what one is doing. */
  openPopup: (player: PlayerSummary): void => show(player, (popup) => ({ ...popup, open: true, unread: 0 })),
  toggle: (userId: string): void =>
    alter(userId, (popup) => ({ ...popup, open: !popup.open, unread: popup.open ? popup.unread : 0 })),
  close: (userId: string): void =>
    useChats.setState(({ popups }) => ({ popups: popups.filter(({ player }) => player.id !== userId) })),
  setDraft,

  /**
   * Sends what was typed. Until the server has it, it stands there as being sent; if it does not take it, it goes back to
   * where it was typed.
   */
  async send(userId: string): Promise<void> {
    const text = useChats.getState().drafts[userId]?.trim();
    if (!text) return;
    const one = { key: uniqueId(), text };
    setDraft(userId, '');
    setSending(userId, (known) => [...known, one]);
    try {
      const { message } = await api.chat.send({ body: { targetUserId: userId, message: text } });
      addMessage(userId, message);
    } catch (error) {
      const draft = useChats.getState().drafts[userId];
      setDraft(userId, draft ? `${text} ${draft}` : text);
      const [failed, { text: why }] = [t('chat.failed'), explainError(error, { fallback: 'chat.failed' })];
      toast({
        title: t('errors.title'),
        description: why === failed ? failed : `${failed}: ${why}`,
        tone: 'error',
      });
    } finally {
      setSending(userId, (known) => known.filter((each) => each !== one));
    }
  },

  /** A friend wrote. Returns whether it is seen at once. */
  receive(message: Omit<ServerMessageOf<'chat_message_received'>, 'type'>, player: PlayerSummary): boolean {
    const shown = isShown(player.id);
    addMessage(player.id, { ...message, fromMe: false });
    if (!shown) show(player, (popup) => ({ ...popup, unread: popup.unread + 1 }));
    play('chat');
    void laterTexts().then(() =>
      announce(t('chat.said', { name: player.displayName, text: message.message })),
    );
    return shown;
  },

  /** A friend went offline, or is none any more: their chat is cleared, and closed where it is open (docs/spec/around-play.md#around-4.3). */
  leave(userId: string): void {
    const { popups, dialog } = useChats.getState();
    const open = dialog?.id === userId ? dialog : popups.find(({ player }) => player.id === userId)?.player;
    if (!open) return;
    if (dialog?.id === userId) chats.closeDialog();
    chats.close(userId);
    forgetHistory(userId);
  },

  /** Another user is signed in here. */
  forget: (): void => useChats.setState(none, true),
};

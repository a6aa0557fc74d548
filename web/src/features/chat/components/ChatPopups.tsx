import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { PanelBoundary } from '@/components/ui/PanelBoundary.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useSpace } from '../model/space.ts';
import { chats, type Popup, useChats } from '../model/store.ts';
import { Conversation } from './Conversation.tsx';
import styles from './Chat.module.css';

/**
 * Chats at the bottom of the screen, as many as fit, the first at the end of the line
 * (docs/spec/around-play.md#around-2.14).
 */
export function ChatPopups({ onRead }: { onRead: (userId: string) => void }) {
  const popups = useChats((store) => store.popups);
  const fitting = useSpace((space) => space.popups);
  if (popups.length === 0) return null;
  return (
    <div className={styles.popups}>
      {popups.slice(0, fitting).map((popup) => (
        <ChatPopup key={popup.player.id} popup={popup} onRead={onRead} />
      ))}
    </div>
  );
}

function ChatPopup({ popup, onRead }: { popup: Popup; onRead: (userId: string) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const section = useRef<HTMLElement>(null);
  const head = useRef<HTMLButtonElement>(null);
  const { player, open, unread } = popup;
  const { id, displayName: name } = player;
  const title = t('chat.with', { name });
  // The whole head of a closed popup opens the chat; on a phone little more than the picture is left of it.
  const onProfile = open ? () => usePlayerCard.getState().open(id) : undefined;

  useLayoutEffect(() => focusBoardAfter(section.current), []);

  // A popup opens only on a press, to write: focus its field.
  useEffect(() => {
    if (open) section.current?.querySelector('input')?.focus();
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    event.stopPropagation();
    chats.toggle(id);
    head.current?.focus();
  }

  return (
    // Escape works with the focus anywhere in the popup.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      aria-label={title}
      className={styles.popup}
      data-open={open || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <span className={styles.picture}>
          <AvatarButton {...avatarOf(player)} size={32} onProfile={onProfile} />
        </span>
        <button
          ref={head}
          type="button"
          aria-expanded={open}
          aria-label={
            unread > 0 ? [title, t('chat.unread', { count: unread })].join(t('common.comma')) : title
          }
          onClick={() => chats.toggle(id)}
          className={styles.toggle}
        >
          <Name name={name} className="flex-1 text-14" />
          <ChevronDown aria-hidden size={18} className={styles.chevron} />
        </button>
        {unread > 0 && (
          <span aria-hidden className={styles.unread}>
            {format.number(Math.min(unread, 99))}
          </span>
        )}
        <button
          type="button"
          aria-label={t('chat.close', { name })}
          onClick={() => chats.close(id)}
          className={styles.close}
        >
          <X aria-hidden size={18} />
        </button>
      </div>
      {open && (
        <div className="grid grid-cols-1 px-3 pbe-3">
          <PanelBoundary>
            <Conversation player={player} onRead={onRead} />
          </PanelBoundary>
        </div>
      )}
    </section>
  );
}

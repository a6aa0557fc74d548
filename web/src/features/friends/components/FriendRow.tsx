import type { Friend } from '@fifteen/contract';
import { MessageCircle, UserMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Button } from '@/components/ui/Button.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';

/** Actions on a friend. */
export interface FriendActions {
  onProfile: (friend: Friend) => void;
  onHeadToHead: (friend: Friend) => void;
  onChat: (friend: Friend) => void;
  onGift: (friend: Friend) => void;
  onRemove: (friend: Friend) => void;
}

/** A friend: the picture opens their profile, the name the games against them. */
export function FriendRow({ friend, actions }: { friend: Friend; actions: FriendActions }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { displayName: name, online, unread } = friend;
  const chat =
    unread > 0
      ? [t('chat.with', { name }), t('chat.unread', { count: unread })].join(t('common.comma'))
      : null;
  return (
    <>
      <AvatarButton
        {...avatarOf(friend)}
        size={40}
        className={online ? undefined : 'opacity-60'}
        onProfile={() => actions.onProfile(friend)}
      />
      <span className="relative grid min-w-0 flex-1 leading-tight">
        <button
          type="button"
          dir="auto"
          title={t('friends.headToHead.title', { name })}
          onClick={() => actions.onHeadToHead(friend)}
          className="max-w-max truncate font-body text-14 font-semibold after:absolute after:-inset-y-2 after:inset-x-0"
        >
          {name}
        </button>
        <Status online={online} />
      </span>
      <span className="-me-2 flex shrink-0">
        <Button
          variant="quiet"
          size="icon"
          aria-label={chat ?? t('chat.with', { name })}
          onClick={() => actions.onChat(friend)}
        >
          <MessageCircle aria-hidden size={20} className={unread > 0 ? 'text-accent' : 'text-muted'} />
          {unread > 0 && (
            <span
              aria-hidden
              className="numeral absolute inset-e-0 inset-bs-0.5 min-w-4.5 rounded-chip bg-accent px-1 text-center text-13 leading-4.5 font-bold text-on-accent"
            >
              {format.number(unread)}
            </span>
          )}
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('gifts.title', { name })}
          onClick={() => actions.onGift(friend)}
        >
          <Coin className="size-5 [--warn:var(--muted)]" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('friends.removal.action', { name })}
          onClick={() => actions.onRemove(friend)}
        >
          <UserMinus aria-hidden size={20} className="text-muted" />
        </Button>
      </span>
    </>
  );
}

/** Online or offline, by a filled or empty dot and a word. */
export function Status({ online }: { online: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-1.5 text-13 text-muted">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-chip border ${online ? 'border-ok bg-ok' : 'border-line'}`}
      />
      {t(online ? 'friends.online' : 'friends.offline')}
    </span>
  );
}

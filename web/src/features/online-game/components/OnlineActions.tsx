import { LogOut, MessageCircle, Smile, Trophy } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { ActionBar, ActionButton } from '@/components/game-view/ActionBar.tsx';
import { RulesAndSound } from '@/components/game-view/RulesAndSound.tsx';
import { useOwnedEmojis } from '../model/emojis.ts';
import { useOnlineGame } from '../model/store.ts';
import { QuickChat } from './QuickChat.tsx';

const EmojiPanel = lazyComponent(
  async () => (await loadWithLaterTexts(import('./EmojiPanel.tsx'))).EmojiPanel,
);

interface OnlineActionsProps {
  /** Whether the user is a player and chat is open. */
  seated: boolean;
  /** Whether the game can be left. */
  running: boolean;
}

/** The actions of a player beside moving; one panel is open at a time. A move of the game does not render them. */
export const OnlineActions = memo(function OnlineActions({ seated, running }: OnlineActionsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'chat' | 'emoji' | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const down = useConnectionStatus((connection) => connection.status !== 'open');
  const leaveTo = useOnlineGame((store) => store.leaveTo);
  const openResult = useOnlineGame((store) => store.openResult);
  const over = useOnlineGame((store) => store.onlineGame?.phase === 'closed');
  const gameId = useOnlineGame((store) => store.onlineGame?.game.id ?? null);
  const emojis = useOwnedEmojis(seated ? gameId : null);

  const toggle = (panel: 'chat' | 'emoji') => setOpen(open === panel ? null : panel);
  function close(returnFocus: boolean): void {
    if (returnFocus) bar.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
    setOpen(null);
  }

  return (
    <>
      {seated && open === 'chat' && (
        <QuickChat disabled={down} hasEmojis={emojis?.length !== 0} onClose={close} />
      )}
      <OptionalPart subject={open} onFailure={() => setOpen(null)}>
        {seated && open === 'emoji' && emojis && (
          <EmojiPanel emojis={emojis} disabled={down} onClose={close} />
        )}
      </OptionalPart>
      <div ref={bar} className="contents">
        <ActionBar>
          {seated && (
            <ActionButton icon={<MessageCircle />} pressed={open === 'chat'} onClick={() => toggle('chat')}>
              {t('onlineGame.chat.open')}
            </ActionButton>
          )}
          {seated && emojis !== null && emojis.length > 0 && (
            <ActionButton icon={<Smile />} pressed={open === 'emoji'} onClick={() => toggle('emoji')}>
              {t('onlineGame.emoji.open')}
            </ActionButton>
          )}
          <RulesAndSound />
          {seated && over && (
            <ActionButton icon={<Trophy />} onClick={openResult}>
              {t('onlineGame.result')}
            </ActionButton>
          )}
          {running && (
            <ActionButton
              icon={<LogOut className="rtl:-scale-x-100" />}
              danger
              onClick={() => leaveTo('lobby')}
            >
              {t('onlineGame.leave.action')}
            </ActionButton>
          )}
        </ActionBar>
      </div>
    </>
  );
});

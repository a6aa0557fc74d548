import { BookOpen, LogOut, MessageCircle, Volume2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLine } from '@/realtime/status.ts';
import { useOverlay } from '@/state/overlay.ts';
import { usePreferences } from '@/state/preferences.ts';
import { ActionBar, ActionButton } from '@/table/ActionBar.tsx';
import { useOnline } from '../model/store.ts';
import { QuickChat } from './QuickChat.tsx';

/** `seated`: the person plays in a game that may be talked about; `running`: it can still be left. */
export function OnlineActions({ seated, running }: { seated: boolean; running: boolean }) {
  const { t } = useTranslation();
  const [chatting, setChatting] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const down = useLine((line) => line.status !== 'open');
  const leaveFor = useOnline((store) => store.leaveFor);
  const { sound, set } = usePreferences();
  const show = useOverlay((store) => store.show);

  function closeChat(): void {
    setChatting(false);
    bar.current?.querySelector('button')?.focus();
  }

  return (
    <>
      {seated && chatting && <QuickChat disabled={down} onClose={closeChat} />}
      <div ref={bar} className="contents">
        <ActionBar>
          {seated && (
            <ActionButton icon={<MessageCircle />} pressed={chatting} onClick={() => setChatting(!chatting)}>
              {t('online.chat.open')}
            </ActionButton>
          )}
          <ActionButton icon={<BookOpen />} onClick={() => show('rules')}>
            {t('table.rules')}
          </ActionButton>
          <ActionButton
            icon={sound ? <Volume2 /> : <VolumeX />}
            pressed={sound}
            onClick={() => set({ sound: !sound })}
          >
            {t('table.sound')}
          </ActionButton>
          {running && (
            <ActionButton
              icon={<LogOut className="rtl:-scale-x-100" />}
              danger
              onClick={() => leaveFor('lobby')}
            >
              {t('online.leave.action')}
            </ActionButton>
          )}
        </ActionBar>
      </div>
    </>
  );
}

import { BookOpen, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { ActionButton } from './ActionBar.tsx';

/** The actions of every game: its rules, and the sound on or off. */
export function RulesAndSound() {
  const { t } = useTranslation();
  const show = useOverlay((store) => store.show);
  const { sound, set } = usePreferences();
  return (
    <>
      <ActionButton icon={<BookOpen />} onClick={() => show('rules')}>
        {t('gameView.rules')}
      </ActionButton>
      <ActionButton
        icon={sound ? <Volume2 /> : <VolumeX />}
        pressed={sound}
        onClick={() => set({ sound: !sound })}
      >
        {t('gameView.sound')}
      </ActionButton>
    </>
  );
}

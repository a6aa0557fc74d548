import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { play } from '@/lib/sound/sound.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Slider } from '@/components/ui/Slider.tsx';
import { Switch } from '@/components/ui/Switch.tsx';

/** Browsers on computers know the call, too, but have nothing to vibrate. */
const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(any-pointer: coarse)').matches;

/** Sound and vibration. The slider at its end is the same as the sound switched off, which keeps the volume. */
export function FeedbackSettings() {
  const { t } = useTranslation();
  const format = useFormat();
  const { sound, volume, haptics, set } = usePreferences();
  const shown = sound ? Math.round(volume * 100) : 0;
  return (
    <>
      <Slider
        label={t('settings.volume')}
        value={shown}
        text={shown === 0 ? t('settings.volumeOff') : format.number(shown)}
        onChange={(value) => set(value === 0 ? { sound: false } : { sound: true, volume: value / 100 })}
        onDone={() => play('X')}
      />
      {canVibrate() && (
        <Switch
          label={t('settings.haptics')}
          hint={t('settings.hapticsText')}
          checked={haptics}
          onChange={(on) => {
            set({ haptics: on });
            if (on) navigator.vibrate(12);
          }}
        />
      )}
    </>
  );
}

import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DifficultySetting } from '@/features/local-game/index.ts';
import { languageOf } from '@/lib/i18n/languages.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { lensOn, usePreferences } from '@/lib/state/preferences.ts';
import { useTheme } from '@/lib/state/theme.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Switch } from '@/components/ui/Switch.tsx';

export function SettingsDialog() {
  const { t, i18n } = useTranslation();
  const { hide, show } = useOverlay();
  const preferences = usePreferences();
  const theme = useTheme((store) => store.theme);
  return (
    <Dialog open onClose={hide} title={t('settings.title')}>
      <div className="grid gap-2">
        <Row label={t('settings.theme')} value={t(`themes.${theme}.name`)} onClick={() => show('theme')} />
        <Row
          label={t('settings.language')}
          value={languageOf(i18n.language).name}
          onClick={() => show('language')}
        />
        <div className="grid gap-2 py-2">
          <p className="text-16">{t('settings.difficulty')}</p>
          <DifficultySetting />
        </div>
        <Switch
          label={t('settings.sound')}
          hint={t('settings.soundText')}
          checked={preferences.sound}
          onChange={(sound) => preferences.set({ sound })}
        />
        <Switch
          label={t('settings.lens')}
          hint={t('settings.lensText')}
          checked={lensOn(preferences)}
          onChange={(lens) => preferences.set({ lens })}
        />
        <Switch
          label={t('settings.shortcuts')}
          hint={t('settings.shortcutsText')}
          checked={preferences.shortcuts}
          onChange={(shortcuts) => preferences.set({ shortcuts })}
        />
      </div>
    </Dialog>
  );
}

function Row({ label, value, onClick }: { label: string; value: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mx-3 flex min-h-12 items-center gap-3 rounded-control px-3 text-start transition-colors hover:bg-raised"
    >
      <span className="flex-1 font-body">{label}</span>
      <span className="font-body text-14 text-muted">{value}</span>
      <ChevronRight aria-hidden size={18} className="text-muted rtl:-scale-x-100" />
    </button>
  );
}

import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DifficultySetting } from '@/features/local-game/index.ts';
import { languageOf } from '@/lib/i18n/languages.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { isLineLensOn, MOTIONS, usePreferences } from '@/lib/state/preferences.ts';
import { useTheme } from '@/lib/state/theme.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { FeedbackSettings } from './FeedbackSettings.tsx';
import { Section } from './Section.tsx';

export function SettingsDialog() {
  const { t, i18n } = useTranslation();
  const { hide, show } = useOverlay();
  const preferences = usePreferences();
  const { theme, auto } = useTheme();
  return (
    <Dialog open onClose={hide} title={t('settings.title')}>
      <div className="grid gap-6">
        <Section title={t('settings.appearance')}>
          <Row
            label={t('settings.theme')}
            value={t(auto ? 'themes.automatic' : `themes.${theme}.name`)}
            onClick={() => show('theme')}
          />
          <Row
            label={t('settings.language')}
            value={languageOf(i18n.language).name}
            onClick={() => show('language')}
          />
          <div className="grid gap-2">
            <p className="text-16">{t('settings.motion')}</p>
            <SegmentedControl
              legend={t('settings.motion')}
              options={MOTIONS.map((value) => ({ value, label: t(`settings.motions.${value}`) }))}
              value={preferences.motion}
              onChange={(motion) => preferences.set({ motion })}
            />
          </div>
        </Section>
        <Section title={t('settings.feedback')}>
          <FeedbackSettings />
        </Section>
        <Section title={t('settings.game')}>
          <div className="grid gap-2">
            <p className="text-16">{t('home.difficulty.legend')}</p>
            <DifficultySetting />
          </div>
          <Switch
            label={t('settings.confirmMove')}
            hint={t('settings.confirmMoveText')}
            checked={preferences.confirmMove}
            onChange={(confirmMove) => preferences.set({ confirmMove })}
          />
          <Switch
            label={t('settings.lens')}
            hint={t('settings.lensText')}
            checked={isLineLensOn(preferences)}
            onChange={(lens) => preferences.set({ lens })}
          />
          <Row label={t('settings.shortcuts')} onClick={() => show('shortcuts')} />
        </Section>
      </div>
    </Dialog>
  );
}

function Row({ label, value, onClick }: { label: string; value?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-mx-3 flex min-h-11 flex-wrap items-center gap-x-3 rounded-control px-3 text-start transition-colors hover:bg-raised"
    >
      <span className="flex-1 font-body">{label}</span>
      {value && <span className="font-body text-14 text-muted">{value}</span>}
      <ChevronRight aria-hidden size={18} className="text-muted rtl:-scale-x-100" />
    </button>
  );
}

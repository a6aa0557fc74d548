import { Dialog } from '@/components/ui/Dialog.tsx';
import { useOverlay } from '@/lib/state/overlay.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isText } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { schemes, systemScheme, useTheme } from '@/lib/state/theme.ts';
import { specialThemes, type Theme, themes } from '@/lib/state/themes.ts';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import styles from './ThemeChoice.module.css';

/** Themes are unlocked by playing, so they are refetched each time. */
const special = { queryKey: ['themes'], queryFn: () => api.achievements.themes(), staleTime: 0 };

interface ThemeChoiceProps {
  legend: string;
  current: Theme;
  onChoose: (theme: Theme) => void;
}

/**
 * The ten themes, each shown in its own colours. The special ones are locked until they are won
 * (docs/spec/around-play.md#around-4.1). Offline and while the list of those is loading, they cannot be chosen, and are
 * not called locked.
 */
function ThemeChoice({ legend, current, onChoose }: ThemeChoiceProps) {
  const { t } = useTranslation();
  const group = useId();
  const { data } = useQuery(special);
  const unlocked = new Set(data?.specialThemes.filter((one) => one.unlocked).map(({ id }) => id));
  return (
    <fieldset className={styles.themes}>
      <legend className="sr-only">{legend}</legend>
      {themes.map((theme) => {
        const lockedKey = `themes.${theme}.locked`;
        const disabled = specialThemes.has(theme) && !unlocked.has(theme);
        const locked = disabled && data !== undefined;
        return (
          <label key={theme} className={styles.theme} data-locked={locked || undefined}>
            <input
              type="radio"
              name={group}
              checked={theme === current}
              disabled={disabled}
              aria-describedby={`${group}-${theme}`}
              aria-label={t(`themes.${theme}.name`)}
              onChange={() => onChoose(theme)}
              className={styles.input}
            />
            <span aria-hidden data-theme={theme} className={styles.swatch}>
              <Swatch />
            </span>
            <span className={styles.name}>
              {t(`themes.${theme}.name`)}
              {locked && <Lock aria-hidden size={14} />}
            </span>
            <span id={`${group}-${theme}`} className={styles.text}>
              {t(locked && isText(lockedKey) ? lockedKey : `themes.${theme}.text`)}
            </span>
          </label>
        );
      })}
      {data?.specialThemes.some((one) => !one.unlocked) && (
        <p className="col-span-full text-14 text-muted">{t('achievements.note')}</p>
      )}
    </fieldset>
  );
}

/** The corner of a board. */
function Swatch() {
  return (
    <svg
      viewBox="0 0 160 76"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeWidth="6"
      strokeLinecap="round"
    >
      {[0, 1, 2, 3].map((column) => (
        <g key={column}>
          <rect x={8 + column * 48} y="-22" width="42" height="42" rx="6" className={styles.well} />
          <rect x={8 + column * 48} y="26" width="42" height="42" rx="6" className={styles.well} />
        </g>
      ))}
      <path d="m20 38 18 18m0-18-18 18" className={styles.x} />
      <circle cx="77" cy="47" r="10.5" className={styles.o} />
      <path d="m116 38 18 18m0-18-18 18" className={styles.x} />
    </svg>
  );
}

/** The themes, and whether one is equipped for good or one for each mode of the system. */
export function ThemeSettings() {
  const { t } = useTranslation();
  const { theme, auto, choose, setAuto } = useTheme();
  const [scheme, setScheme] = useState(systemScheme);
  return (
    <div className="grid gap-5">
      <Switch
        label={t('themes.automatic')}
        hint={t('settings.automaticText')}
        checked={auto !== null}
        onChange={setAuto}
      />
      {auto && (
        <SegmentedControl
          legend={t('settings.scheme.legend')}
          options={schemes.map((value) => ({ value, label: t(`settings.scheme.${value}`) }))}
          value={scheme}
          onChange={setScheme}
        />
      )}
      <ThemeChoice
        legend={auto ? t(`settings.scheme.${scheme}`) : t('settings.theme')}
        current={auto ? auto[scheme] : theme}
        onChoose={(chosen) => choose(chosen, scheme)}
      />
    </div>
  );
}

export function ThemeDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  const { data } = useQuery(special);
  const isComplete = data?.specialThemes.every((one) => one.unlocked);
  return (
    <Dialog
      open
      wide
      onClose={hide}
      title={t('settings.theme')}
      description={isComplete ? undefined : t('settings.themeText')}
    >
      <ThemeSettings />
    </Dialog>
  );
}

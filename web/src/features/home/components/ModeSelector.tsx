import { Bot, Globe, Users } from 'lucide-react';
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Mode, modes } from '@/lib/state/mode.ts';
import styles from './ModeSelector.module.css';

const icons: Record<Mode, typeof Bot> = { ai: Bot, 'pass-play': Users, online: Globe };
const keys = { ai: 'ai', 'pass-play': 'passPlay', online: 'online' } as const;

interface ModeSelectorProps {
  mode: Mode;
  onChange: (mode: Mode) => void;
  /** Content of the chosen mode, under its card in a single column. */
  children?: ReactNode;
}

/** The modes as radio buttons: three cards beside the board, or three segments above it on narrow screens. */
export function ModeSelector({ mode, onChange, children }: ModeSelectorProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.modes}>
      <legend className="sr-only">{t('home.mode.legend')}</legend>
      {modes.map((each) => {
        const Icon = icons[each];
        return (
          <Fragment key={each}>
            <label className={styles.mode} data-on={each === mode || undefined}>
              <input
                type="radio"
                name={name}
                checked={each === mode}
                onChange={() => onChange(each)}
                aria-describedby={`${name}-${each}`}
                aria-label={t(`home.mode.${keys[each]}`)}
                className={styles.input}
              />
              <Icon aria-hidden size={22} strokeWidth={1.75} className={styles.icon} />
              <span className="grid min-w-0">
                <span className={styles.title}>{t(`home.mode.${keys[each]}`)}</span>
                <span id={`${name}-${each}`} className={styles.hint}>
                  {t(`home.mode.${keys[each]}Hint`)}
                </span>
              </span>
            </label>
            {each === mode && children && <div className={styles.details}>{children}</div>}
          </Fragment>
        );
      })}
    </fieldset>
  );
}

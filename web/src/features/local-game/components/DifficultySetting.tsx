import { DIFFICULTIES, type Difficulty } from '@fifteen/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ComputerFace } from '@/components/computer/ComputerFace.tsx';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { useLocalGame } from '../model/store.ts';
import styles from './ComputerSetup.module.css';

/** How strong the computer is. Another level is another game: the server pays a win only against one level. */
export function DifficultySetting() {
  const { t } = useTranslation();
  const group = useId();
  const { difficulty, set } = usePreferences();
  const start = useLocalGame((store) => store.start);
  const discardFor = useLocalGame((store) => store.discardFor);
  const mode = useMode((store) => store.mode);

  function choose(next: Difficulty): void {
    if (mode !== 'ai') return set({ difficulty: next });
    discardFor(() => {
      set({ difficulty: next });
      start('ai');
    });
  }

  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('home.difficulty.legend')}</legend>
      <div className={styles.levels}>
        {DIFFICULTIES.map((level) => (
          <label key={level} className={styles.level}>
            <input
              type="radio"
              name={group}
              checked={level === difficulty}
              onChange={() => choose(level)}
              aria-label={t(`home.difficulty.${level}`)}
              aria-describedby={`${group}${level}`}
              className={styles.input}
            />
            <ComputerFace level={level} className={styles.portrait} />
            <span className={styles.label}>{t(`home.difficulty.${level}`)}</span>
            <span id={`${group}${level}`} className={styles.name}>
              {t(`localGame.name.${level}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

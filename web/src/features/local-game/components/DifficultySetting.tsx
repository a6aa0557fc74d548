import { DIFFICULTIES, type Difficulty } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { useLocalGame } from '../model/store.ts';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';

/** The level of the computer. Changing it starts another game: the server pays a win against one level only. */
export function DifficultySetting() {
  const { t } = useTranslation();
  const { difficulty, set } = usePreferences();
  const { start, discardFor } = useLocalGame();
  const mode = useMode((store) => store.mode);

  function choose(next: Difficulty): void {
    if (next === difficulty) return;
    discardFor(() => {
      set({ difficulty: next });
      if (mode === 'ai') start('ai');
    });
  }

  return (
    <SegmentedControl
      legend={t('home.difficulty.legend')}
      options={DIFFICULTIES.map((each) => ({ value: each, label: t(`home.difficulty.${each}`) }))}
      value={difficulty}
      onChange={choose}
    />
  );
}

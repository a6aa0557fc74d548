import type { Difficulty } from '@fifteen/rules';
import { useLocalGame } from '../model/store.ts';
import { DifficultyControl } from './DifficultyControl.tsx';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';

/** How strong the computer is. Another strength is another game: the server pays a win only against one level. */
export function DifficultySetting() {
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

  return <DifficultyControl value={difficulty} onChange={choose} />;
}

import { BookOpen, Lightbulb, RotateCcw, Undo2, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { ActionBar, ActionButton } from '@/components/game-view/ActionBar.tsx';
import { canTakeBack } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

export function LocalActions() {
  const { t } = useTranslation();
  const mode = useMode((store) => store.mode);
  const start = useLocalGame((store) => store.start);
  const empty = useLocalGame((store) => store.game.state.moves.length === 0);
  const over = useLocalGame((store) => store.game.phase === 'closed');
  const takeBack = useLocalGame((store) => canTakeBack(store.game));
  const isBusy = useLocalGame((store) => store.game.phase !== 'turn');
  const help = useLocalGame((store) => store.help);
  const { sound, set } = usePreferences();
  const show = useOverlay((store) => store.show);
  return (
    <ActionBar>
      <ActionButton
        icon={<RotateCcw />}
        disabled={empty}
        accent={over}
        onClick={() => mode !== 'online' && start(mode)}
      >
        {t(over ? 'localGame.newGame' : 'localGame.reset')}
      </ActionButton>
      {mode === 'ai' && (
        <>
          <ActionButton icon={<Undo2 />} disabled={!takeBack} onClick={() => help('take-back')}>
            {t('localGame.takeBack')}
          </ActionButton>
          <ActionButton icon={<Lightbulb />} disabled={isBusy} onClick={() => help('hint')}>
            {t('localGame.hint.action')}
          </ActionButton>
        </>
      )}
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
    </ActionBar>
  );
}

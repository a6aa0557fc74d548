import { Lightbulb, RotateCcw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMode } from '@/lib/state/mode.ts';
import { ActionBar, ActionButton } from '@/components/game-view/ActionBar.tsx';
import { RulesAndSound } from '@/components/game-view/RulesAndSound.tsx';
import { canTakeBack } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

export function LocalActions() {
  const { t } = useTranslation();
  const mode = useMode((store) => store.mode);
  const start = useLocalGame((store) => store.start);
  const discardFor = useLocalGame((store) => store.discardFor);
  const empty = useLocalGame((store) => store.game.state.moves.length === 0);
  const over = useLocalGame((store) => store.game.phase === 'closed');
  const takeBack = useLocalGame((store) => canTakeBack(store.game));
  const isBusy = useLocalGame((store) => store.game.phase !== 'turn');
  const help = useLocalGame((store) => store.help);
  return (
    <ActionBar>
      <ActionButton
        icon={<RotateCcw />}
        disabled={empty}
        accent={over}
        onClick={() => mode !== 'online' && discardFor(() => start(mode))}
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
      <RulesAndSound />
    </ActionBar>
  );
}

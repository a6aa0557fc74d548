import { AI_WIN_AWARD } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { earnsCoins } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';
import { DifficultySetting } from './DifficultySetting.tsx';
import { SideSetting } from './SideSetting.tsx';

/** A game against the computer: its level, the user's side, and whether a win is paid. */
export function ComputerSetup() {
  const { t } = useTranslation();
  const reward = useLocalGame(({ game }) => (game.assisted ? 'assisted' : earnsCoins(game) ? 'paid' : 'asO'));
  return (
    <div className="grid gap-2">
      <DifficultySetting />
      <SideSetting />
      <p className="flex items-center gap-2 px-1 text-14 text-muted">
        <Coin className={`size-4 shrink-0 ${reward === 'paid' ? '' : 'grayscale'}`} />
        {t(`localGame.reward.${reward}`, { coins: AI_WIN_AWARD })}
      </p>
    </div>
  );
}

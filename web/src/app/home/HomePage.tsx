import { useTranslation } from 'react-i18next';
import { LocalTable } from '@/features/game/components/LocalTable.tsx';
import { useLocalGame } from '@/features/game/model/store.ts';
import { HomeLayout } from '@/features/home/components/HomeLayout.tsx';
import { ModePanel } from '@/features/home/components/ModePanel.tsx';
import { StatsCard } from '@/features/home/components/StatsCard.tsx';
import { TopBar } from '@/features/home/components/TopBar.tsx';
import { RulesCard } from '@/features/rules/components/RulesCard.tsx';
import { useUser } from '@/lib/session.ts';
import { type Mode, useMode } from '@/state/mode.ts';
import { usePreferences } from '@/state/preferences.ts';
import { DifficultySetting } from './DifficultySetting.tsx';
import { HomeMenu } from './HomeMenu.tsx';
import { LineQuality } from './LineQuality.tsx';

/** Home: one table, and around it what can be played at it. */
export function HomePage() {
  const { t } = useTranslation();
  const user = useUser();
  const { mode, setMode } = useMode();
  const difficulty = usePreferences((store) => store.difficulty);
  const start = useLocalGame((store) => store.start);
  const running = useLocalGame((store) => store.game.state.moves.length > 0);

  function choose(next: Mode): void {
    setMode(next);
    if (next !== 'online') start(next);
  }

  return (
    <HomeLayout
      bar={<TopBar user={user} network={<LineQuality />} menu={<HomeMenu />} />}
      modes={
        <ModePanel
          mode={mode}
          onChange={choose}
          running={running}
          summary={mode === 'ai' ? t(`game.computerAt.${difficulty}`) : t('home.mode.passPlay')}
        >
          {mode === 'ai' && <DifficultySetting />}
        </ModePanel>
      }
      table={<LocalTable user={user} />}
      side={
        <>
          <StatsCard user={user} />
          <RulesCard />
        </>
      }
    />
  );
}

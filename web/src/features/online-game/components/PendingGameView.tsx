import type { User } from '@fifteen/contract';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActionBar } from '@/components/game-view/ActionBar.tsx';
import { GameView } from '@/components/game-view/GameView.tsx';
import { RulesAndSound } from '@/components/game-view/RulesAndSound.tsx';

/**
 * The board while the code of online play arrives. It keeps its height: a button below that moved during a press would
 * lose the press.
 */
export function PendingGameView({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <GameView
      opponent={{ side: 'O', name: '', icon: <UserRound />, caption: t('common.loading'), active: false }}
      ownSeat={{
        side: 'X',
        name: user.displayName,
        picture: user.profileImageUrl,
        cosmetics: user,
        caption: '',
        active: false,
      }}
      moves={[]}
      board={{}}
      turn={null}
      playable={false}
      lastMove={null}
      winning={null}
      highlightsLines={false}
      description={t('common.loading')}
      onMove={() => undefined}
      actions={
        <ActionBar>
          <RulesAndSound />
        </ActionBar>
      }
    />
  );
}

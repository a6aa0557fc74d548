import { Award, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AchievementsDialog } from '@/features/achievements/index.ts';
import { PlayerActions } from '@/features/friends/index.ts';
import { PlayerDialog } from './PlayerDialog.tsx';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Button } from '@/components/ui/Button.tsx';

/** The profile of a player; the own one can be edited. */
export function PlayerOverlay({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const me = useUser();
  const close = usePlayerCard((store) => store.close);
  const show = useOverlay((store) => store.show);
  /** The player whose achievements are open. */
  const [named, setNamed] = useState<string>();
  const own = userId === me.id;

  function turnTo(overlay: 'achievements' | 'profile'): void {
    close();
    show(overlay);
  }

  if (named !== undefined)
    return <AchievementsDialog userId={userId} name={named} onClose={() => setNamed(undefined)} />;
  return (
    <PlayerDialog
      userId={userId}
      onClose={close}
      actions={({ displayName, ...user }) => (
        <>
          <Button onClick={() => (own ? turnTo('achievements') : setNamed(displayName))}>
            <Award aria-hidden size={18} />
            {t('achievements.title')}
          </Button>
          {!own && <PlayerActions player={{ displayName, ...user }} />}
          {own && (
            <Button onClick={() => turnTo('profile')}>
              <Pencil aria-hidden size={18} />
              {t('profile.edit')}
            </Button>
          )}
        </>
      )}
    />
  );
}

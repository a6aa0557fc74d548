import { useEffect, useState } from 'react';
import { t } from 'i18next';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { seenLevelUp, seenRank, useLevelUp, useRankResult } from '../api.ts';
import { loadLaterTexts, loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { useUser } from '@/entities/session/session.ts';
import { celebrate } from '@/components/game-view/confetti.ts';
import { toast } from '@/lib/toast.ts';

const LevelUpDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./LevelUpDialog.tsx'))).LevelUpDialog,
);
const RankDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./RankDialog.tsx'))).RankDialog,
);

/** Above the overlay of a dialog and below the dialog. */
const celebrateLevel = () => celebrate(40);

async function notifyUnknownRank(): Promise<void> {
  await loadLaterTexts();
  toast({ title: t('progress.rank.unknown'), tone: 'error' });
}

/** Shows new levels, then the unseen results of weeks, but never during a game or beside its result. */
export function ProgressNotices() {
  const user = useUser();
  // The result of a game shows a new level itself; the result of the week waits until it is closed.
  const busy = useOnlineGame(({ onlineGame }) => onlineGame !== null && onlineGame.phase !== 'closed');
  const levelUp = useLevelUp();
  const { result, failed } = useRankResult();
  const [closed, setClosed] = useState<typeof result>(null);
  // The next result may arrive while the dialog of this one closes.
  const [leaving, setLeaving] = useState<typeof result>(null);
  const shown = leaving ?? (result === closed ? null : result);

  useEffect(() => {
    if (failed) void notifyUnknownRank();
  }, [failed]);

  if (busy) return null;
  return (
    <OptionalPart subject={levelUp ?? shown}>
      {levelUp && (
        <LevelUpDialog
          user={user}
          levelUp={levelUp}
          celebrate={celebrateLevel}
          onClose={() => void seenLevelUp(levelUp)}
        />
      )}
      {!levelUp && shown && (
        <RankDialog
          key={`${shown.year}-${shown.weekNumber}`}
          result={shown}
          onSeen={() => {
            setLeaving(shown);
            return seenRank(shown);
          }}
          onClose={() => {
            setClosed(shown);
            setLeaving(null);
          }}
        />
      )}
    </OptionalPart>
  );
}

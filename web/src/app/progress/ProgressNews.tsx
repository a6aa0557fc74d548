import { Suspense, useEffect, useState } from 'react';
import { t } from 'i18next';
import { useOnline } from '@/features/online/model/store.ts';
import { seenLevelUp, seenRank, useLevelUp, useRankResult } from '@/features/progress/progress.ts';
import { laterTexts, withLaterTexts } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useUser } from '@/lib/session.ts';
import { celebrate } from '@/table/confetti.ts';
import { toast } from '@/ui/toast.ts';

const LevelUpDialog = lazily(
  async () =>
    (await withLaterTexts(import('@/features/progress/components/LevelUpDialog.tsx'))).LevelUpDialog,
);
const RankDialog = lazily(
  async () => (await withLaterTexts(import('@/features/progress/components/RankDialog.tsx'))).RankDialog,
);

async function sayUnknown(): Promise<void> {
  await laterTexts();
  toast({ title: t('progress.rank.unknown'), tone: 'error' });
}

/** What was reached while one was away or just now: levels first, then how the week ended. Never during a game. */
export function ProgressNews() {
  const user = useUser();
  const playing = useOnline((store) => store.table?.phase === 'playing');
  const levelUp = useLevelUp();
  const { result, failed } = useRankResult();
  const [closed, setClosed] = useState<typeof result>(null);

  useEffect(() => {
    if (failed) void sayUnknown();
  }, [failed]);

  if (playing) return null;
  return (
    <Suspense>
      {levelUp && (
        <LevelUpDialog
          user={user}
          levelUp={levelUp}
          celebrate={celebrate}
          onClose={() => void seenLevelUp(levelUp)}
        />
      )}
      {!levelUp && result && result !== closed && (
        <RankDialog result={result} onSeen={() => seenRank(result)} onClose={() => setClosed(result)} />
      )}
    </Suspense>
  );
}

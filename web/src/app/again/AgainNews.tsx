import { Suspense, useEffect } from 'react';
import { restoreRequests, useAgain } from '@/features/again/model/store.ts';
import { useOnline } from '@/features/online/model/store.ts';
import { withLaterTexts } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { useRoom } from '@/lib/room.ts';
import { useUser } from '@/lib/session.ts';
import { Countdown } from '@/table/Countdown.tsx';
import { useNextGame } from './useNextGame.ts';

const RequestDialog = lazily(
  async () => (await withLaterTexts(import('@/features/again/components/RequestDialog.tsx'))).RequestDialog,
);

/** Somebody wants another game, or one is about to begin: wherever in the app one is. */
export function AgainNews() {
  const user = useUser();
  const { theirs, aside, countdown } = useAgain();
  const next = useNextGame();
  const room = useRoom((store) => store.room);
  const playing = useOnline((store) => store.table?.phase === 'playing');

  useEffect(() => void restoreRequests(), [user.id]);

  return (
    <>
      {countdown > 0 && <Countdown value={countdown} />}
      <Suspense>
        {theirs && !aside && !playing && (
          <RequestDialog
            key={theirs.id}
            request={theirs}
            roomId={room?.id}
            bet={next?.bet ?? room?.betAmount ?? 0}
            coins={user.coins}
            side={next?.side ?? null}
          />
        )}
      </Suspense>
    </>
  );
}

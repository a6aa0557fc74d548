import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { restoreRequests, useRematch } from '../model/store.ts';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { useRoom } from '@/entities/room/room.ts';
import { useUser } from '@/entities/session/session.ts';
import { Countdown } from '@/components/game-view/Countdown.tsx';
import { useNextGame } from '../model/useNextGame.ts';

const RequestDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./RequestDialog.tsx'))).RequestDialog,
);

/** Shows rematch requests and their countdown on every page. */
export function RematchNotices() {
  const user = useUser();
  const { opponentRequest, isDismissed, countdown } = useRematch();
  const next = useNextGame();
  const room = useRoom((store) => store.room);
  const { pathname } = useLocation();
  const onlineGame = useOnlineGame((store) => store.onlineGame);
  // On the home page, the open result of the game asks.
  const isRequestInResult =
    pathname === '/' &&
    onlineGame?.game.id === opponentRequest?.gameId &&
    (onlineGame?.phase === 'ended' || onlineGame?.phase === 'shown');

  useEffect(() => void restoreRequests(), [user.id]);

  return (
    <>
      {countdown > 0 && <Countdown value={countdown} />}
      <OptionalPart subject={opponentRequest?.id}>
        {opponentRequest && !isDismissed && onlineGame?.phase !== 'playing' && !isRequestInResult && (
          <RequestDialog
            key={opponentRequest.id}
            request={opponentRequest}
            roomId={room?.id}
            bet={next?.bet ?? room?.betAmount ?? 0}
            coins={user.coins}
            side={next?.side ?? null}
          />
        )}
      </OptionalPart>
    </>
  );
}

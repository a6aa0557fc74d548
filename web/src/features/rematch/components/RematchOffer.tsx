import { Check, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoom } from '@/entities/room/room.ts';
import { coinsShort } from '@/lib/coins.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useRematch } from '../model/store.ts';
import type { NextGame } from '../model/useNextGame.ts';
import { Stake } from './Stake.tsx';

/** Requests a rematch, or accepts the opponent's request, and shows the stake before. */
export function RematchOffer({ next, coins }: { next: NextGame; coins: number }) {
  const { gameId, opponent, gone, bet, side } = next;
  const roomId = useRoom((store) => store.room?.id);
  const { t } = useTranslation();
  const { ownRequest, problem, opponentRequest, pendingResponse, request, respond, dismiss } = useRematch();
  const asked = opponentRequest?.gameId === gameId;
  const at = ownRequest?.gameId === gameId ? ownRequest.at : 'idle';
  const error = at !== 'idle' ? problem : null;
  const isAsked = asked && at === 'idle';

  // Closed here, the question does not open again in a dialog.
  useEffect(() => (asked ? dismiss : undefined), [asked, dismiss]);

  if (gone)
    return (
      <p role="status" className="basis-full text-14 text-muted">
        {t('rematch.gone', { name: opponent.name })}
      </p>
    );
  return (
    <section aria-label={t('gameView.playAgain')} className="contents">
      <Stake bet={bet} coins={coins} side={side} />
      <Button
        variant="primary"
        size="lg"
        data-autofocus={bet === 0 || undefined}
        busy={at === 'sending' || pendingResponse === 'accepted'}
        disabled={at === 'sent' || pendingResponse !== null || coinsShort(bet, coins) > 0}
        onClick={() => void (asked ? respond('accepted', roomId) : request(gameId, opponent.id))}
      >
        {at === 'sent' ? (
          <Check aria-hidden size={18} />
        ) : (
          at === 'idle' && <RotateCcw aria-hidden size={18} />
        )}
        {label()}
      </Button>
      {isAsked && (
        <Button
          size="lg"
          busy={pendingResponse === 'rejected'}
          disabled={pendingResponse !== null}
          onClick={() => void respond('rejected', roomId)}
        >
          {t('rematch.decline')}
        </Button>
      )}
      <p role="status" className="order-first basis-full text-14 empty:hidden">
        {error && <span className="text-danger">{error}</span>}
        {!error && at === 'sent' && t('rematch.waiting', { name: opponent.name })}
        {!error && isAsked && <strong>{t('rematch.title', { name: opponent.name })}</strong>}
      </p>
    </section>
  );

  function label(): string {
    if (at === 'sent') return t('rematch.sent');
    return t(isAsked ? 'rematch.accept' : 'gameView.playAgain');
  }
}

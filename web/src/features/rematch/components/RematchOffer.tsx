import { Check, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { useRoom } from '@/entities/room/room.ts';
import { coinsShort } from '@/lib/coins.ts';
import { useShownFor } from '@/lib/useShownFor.ts';
import { Button } from '@/components/ui/Button.tsx';
import { useRematch } from '../model/store.ts';
import type { NextGame } from '../model/useNextGame.ts';
import { Stake } from './Stake.tsx';

/** The question moves the buttons beside it: a press that was meant for one of them must not decline. */
const DECLINABLE_AFTER_MS = 500;

interface RematchProps {
  next: NextGame;
  coins: number;
}

/** Returns the user's own request for this rematch, and whether the opponent's waits for a response. */
function useRequests({ gameId }: NextGame) {
  const { ownRequest, opponentRequest } = useRematch();
  const at = ownRequest?.gameId === gameId ? ownRequest.at : 'idle';
  const isRequested = opponentRequest?.gameId === gameId;
  return { at, isRequested };
}

/** The state of a rematch in words: who waits for whom, and what it is about. */
export function RematchNote({ next, coins }: RematchProps) {
  const { t } = useTranslation();
  const { at, isRequested } = useRequests(next);
  const problem = useRematch((store) => store.problem);
  const { name } = next.opponent;
  const error = at !== 'idle' && problem;
  const note = text();
  useEffect(() => {
    if (note) announce(note);
  }, [note]);
  if (next.gone) return <p className="text-muted">{note}</p>;
  return (
    <>
      <p className="order-first empty:hidden">
        {error && <span className="text-danger">{note}</span>}
        {!error && (at === 'idle' && note ? <strong>{note}</strong> : note)}
      </p>
      <Stake bet={next.bet} coins={coins} side={next.side} />
    </>
  );

  function text(): string | null {
    if (next.gone) return t('rematch.gone', { name });
    if (error) return error;
    if (at === 'sent') return t('rematch.waiting', { name });
    return isRequested && at === 'idle' ? t('rematch.title', { name }) : null;
  }
}

/** Requests a rematch, or responds to the opponent's request. */
export function RematchOffer({ next, coins }: RematchProps) {
  const { gameId, opponent, gone, bet } = next;
  const roomId = useRoom((store) => store.room?.id);
  const { t } = useTranslation();
  const { pendingResponse, request, respond, dismiss } = useRematch();
  const { at, isRequested } = useRequests(next);

  // Closed here, the question does not open again in a dialog.
  useEffect(() => (isRequested ? dismiss : undefined), [isRequested, dismiss]);

  const isQuestion = isRequested && at === 'idle';
  const isOver = at === 'sent' || at === 'closed';
  const canDecline = useShownFor(isQuestion, DECLINABLE_AFTER_MS);

  if (gone) return null;
  return (
    <section aria-label={t('gameView.playAgain')} className="contents">
      <Button
        variant="primary"
        size="lg"
        data-autofocus={bet === 0 || undefined}
        busy={at === 'sending' || pendingResponse === 'accepted'}
        // Once its request has ended not `disabled`: the pressed button would lose the focus (WCAG 2.4.3).
        aria-disabled={isOver || undefined}
        disabled={!isOver && (pendingResponse !== null || coinsShort(bet, coins) > 0)}
        onClick={press}
      >
        {at === 'sent' ? (
          <Check aria-hidden size={18} />
        ) : (
          at === 'idle' && <RotateCcw aria-hidden size={18} />
        )}
        {label()}
      </Button>
      {isQuestion && (
        <Button
          size="lg"
          busy={pendingResponse === 'rejected'}
          disabled={pendingResponse !== null || !canDecline}
          onClick={() => void respond('rejected', roomId)}
        >
          {t('rematch.decline')}
        </Button>
      )}
    </section>
  );

  function press(): void {
    if (isOver) return;
    void (isRequested ? respond('accepted', roomId) : request(gameId, opponent.id));
  }

  function label(): string {
    if (at === 'sent') return t('rematch.sent');
    return t(isQuestion ? 'rematch.accept' : 'gameView.playAgain');
  }
}

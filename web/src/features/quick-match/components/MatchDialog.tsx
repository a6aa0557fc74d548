import type { User } from '@fifteen/contract';
import { QUICK_MATCH_BETS } from '@fifteen/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { BetChoice } from '@/components/ui/BetChoice.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { type Bet, firstBet, isInProgress, type Problem } from '../model/search.ts';
import { useSearch } from '../model/store.ts';
import { ComputerOffer } from './ComputerOffer.tsx';
import { Found } from './Found.tsx';
import { Searching } from './Searching.tsx';

const names = { 0: 'friendly', 5_000: 'starter', 1_000_000: 'pro' } as const satisfies Record<Bet, string>;

interface MatchDialogProps {
  user: User;
  /** Starts a game against the computer, for players without enough coins or an opponent. */
  onPlayComputer: () => void;
}

interface View {
  title: string;
  description?: string;
  body: ReactNode;
  footer?: ReactNode;
}

/** Quick match, from the bet to the opponent. */
export function MatchDialog({ user, onPlayComputer }: MatchDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { search, startSearch, open, close, answerOffer } = useSearch();
  const [bet, setBet] = useState<Bet>(() => firstBet(user, usePreferences.getState().stake));

  const title = (each: Bet) => (each === 0 ? t('matchmaking.friendly') : t(`quickMatch.bet.${names[each]}`));
  const stake = (each: Bet) => (each === 0 ? t('quickMatch.bet.free') : format.coins(each));
  const cancel = <Button onClick={close}>{t('common.cancel')}</Button>;

  function choosing(): View {
    return {
      title: t('matchmaking.title'),
      description: t('quickMatch.average', { from: 10, to: 30 }),
      body: (
        <BetChoice
          bets={QUICK_MATCH_BETS}
          coins={user.coins}
          limit={user.stakeLimit}
          value={bet}
          onChange={setBet}
          nameOf={(each) => `${title(each)} ${stake(each)}`}
          stakeOf={stake}
          about={(each) => ({ title: title(each), text: t(`quickMatch.bet.${names[each]}Text`) })}
        />
      ),
      footer: (
        <>
          {cancel}
          <Button variant="primary" onClick={() => void startSearch(bet)}>
            {t('matchmaking.find')}
          </Button>
        </>
      ),
    };
  }

  function rejected({ title, text, code }: Problem): View {
    const isShort = code === 'INSUFFICIENT_COINS';
    const computer = (
      <Button
        variant={isShort ? 'primary' : 'secondary'}
        onClick={() => {
          close();
          onPlayComputer();
        }}
      >
        {t('quickMatch.playComputer')}
      </Button>
    );
    const retry = (
      <Button variant="primary" onClick={open}>
        {t('app.error.retry')}
      </Button>
    );
    return {
      title,
      body: <p role="alert">{text}</p>,
      footer: (
        <>
          {code === 'TIMEOUT' ? computer : <Button onClick={close}>{t('ui.close')}</Button>}
          {isShort ? computer : retry}
        </>
      ),
    };
  }

  function view(): View {
    switch (search.at) {
      case 'closed':
      case 'choosing':
        return choosing();
      case 'preparing':
        return {
          title: t('quickMatch.searching'),
          body: <PreparingGame text={t(search.held ? 'quickMatch.held' : 'quickMatch.checking')} />,
          footer: cancel,
        };
      case 'searching':
        return {
          title: t('quickMatch.searching'),
          body: (
            <>
              <Searching since={search.since} friendly={search.bet === 0} />
              {search.offer === 'open' && <ComputerOffer onAnswer={answerOffer} />}
            </>
          ),
          footer: cancel,
        };
      case 'found':
        return { title: t('quickMatch.found'), body: <Found opponent={search.opponent} bet={search.bet} /> };
      case 'rejected':
        return rejected(search.problem);
    }
  }

  const { body, ...frame } = view();
  return (
    <Dialog
      open
      sheet
      onClose={search.at === 'found' ? null : close}
      sticky={isInProgress(search)}
      {...frame}
    >
      {body}
    </Dialog>
  );
}

function PreparingGame({ text }: { text: string }) {
  return (
    <p className="flex min-h-24 items-center justify-center gap-3 text-center">
      <Spinner className="size-5 shrink-0 text-accent" />
      {text}
    </p>
  );
}

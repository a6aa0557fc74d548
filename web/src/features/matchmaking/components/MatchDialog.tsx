import type { User } from '@fifteen/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { Spinner } from '@/ui/Spinner.tsx';
import { type Bet, firstBet, type Problem } from '../model/search.ts';
import { useSearch } from '../model/store.ts';
import { BetChoice } from './BetChoice.tsx';
import { Found } from './Found.tsx';
import { Searching } from './Searching.tsx';

interface MatchDialogProps {
  user: User;
  /** Who lacks coins wins them against the computer. */
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
  const { search, seek, open, close } = useSearch();
  const [bet, setBet] = useState<Bet>(() => firstBet(user.coins));

  const cancel = <Button onClick={close}>{t('common.cancel')}</Button>;

  function choosing(): View {
    return {
      title: t('matchmaking.title'),
      description: t('matchmaking.average', { from: 10, to: 30 }),
      body: <BetChoice coins={user.coins} value={bet} onChange={setBet} />,
      footer: (
        <>
          {cancel}
          <Button look="primary" onClick={() => void seek(bet)}>
            {t('matchmaking.find')}
          </Button>
        </>
      ),
    };
  }

  function refused({ title, text, coins }: Problem): View {
    return {
      title,
      body: <p role="alert">{text}</p>,
      footer: (
        <>
          <Button onClick={close}>{t('ui.close')}</Button>
          {coins ? (
            <Button
              look="primary"
              onClick={() => {
                close();
                onPlayComputer();
              }}
            >
              {t('matchmaking.playComputer')}
            </Button>
          ) : (
            <Button look="primary" onClick={open}>
              {t('matchmaking.again')}
            </Button>
          )}
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
          title: t('matchmaking.searching'),
          body: <Preparing text={t(search.held ? 'matchmaking.held' : 'matchmaking.checking')} />,
          footer: cancel,
        };
      case 'searching':
        return {
          title: t('matchmaking.searching'),
          body: <Searching since={search.since} />,
          footer: cancel,
        };
      case 'found':
        return { title: t('matchmaking.found'), body: <Found opponent={search.opponent} bet={search.bet} /> };
      case 'refused':
        return refused(search.problem);
    }
  }

  const { title, description, body, footer } = view();
  return (
    <Dialog open onClose={close} title={title} description={description} footer={footer}>
      {body}
    </Dialog>
  );
}

function Preparing({ text }: { text: string }) {
  return (
    <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-center">
      <Spinner className="size-5 shrink-0 text-accent" />
      {text}
    </p>
  );
}

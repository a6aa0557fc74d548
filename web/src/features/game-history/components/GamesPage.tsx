import type { User } from '@fifteen/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/entities/session/session.ts';
import { useNow, useServerNow } from '@/lib/useNow.ts';
import { type SavedGame, savedGames } from '@/lib/savedGames.ts';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { finishedLocal } from '../model/finished.ts';
import { GameList } from './GameList.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { OnlineGames } from './OnlineGames.tsx';
import { Page } from '@/components/ui/Page.tsx';
import { LinkButton } from '@/components/ui/LinkButton.tsx';

const MINUTE = 60_000;
const places = ['online', 'local'] as const;

/** The finished games of the user: online games from the server, and those of this device. */
export function GamesPage() {
  const user = useUser();
  const { t } = useTranslation();
  const [kept] = useState(savedGames);
  const [search, setSearch] = useSearchParams();
  const chosen = places.find((place) => place === search.get('where'));
  // A user without online games comes here from a game against the computer.
  const where = chosen ?? (user.totalGames === 0 && kept.length > 0 ? 'local' : 'online');
  // Online games are dated by the server, and games of this device by its own clock.
  const now = new Date(useNow(MINUTE));
  const serverNow = new Date(useServerNow(MINUTE));
  const options = places.map((value) => ({ value, label: t(`gameHistory.${value}`) }));
  return (
    <Page title={t('gameHistory.title')} back={{ to: '/', label: t('gameHistory.toBoard') }}>
      <SegmentedControl
        legend={t('gameHistory.where')}
        options={options}
        value={where}
        onChange={(where) => setSearch({ where }, { replace: true })}
        className="mbe-4 max-w-md tablet:mbe-6"
      />
      {where === 'online' ? (
        <OnlineGames userId={user.id} now={serverNow} />
      ) : (
        <LocalGames kept={kept} user={user} now={now} />
      )}
    </Page>
  );
}

function LocalGames({ kept, user, now }: { kept: readonly SavedGame[]; user: User; now: Date }) {
  const { t } = useTranslation();
  const games = kept.map((game) => finishedLocal(game, user)).filter((game) => game !== null);
  if (games.length > 0) return <GameList games={games} now={now} />;
  return (
    <Notice title={t('gameHistory.none')} text={t('gameHistory.noneLocal')}>
      <LinkButton to="/">{t('gameHistory.play')}</LinkButton>
    </Notice>
  );
}

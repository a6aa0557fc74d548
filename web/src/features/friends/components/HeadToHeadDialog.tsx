import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { failsOffline } from '@/lib/queryClient.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { avatarOf, type PlayerSummary } from '@/entities/player/player.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { StatTiles } from '@/components/ui/StatTiles.tsx';
import { Failed } from './ListStates.tsx';

interface HeadToHeadDialogProps {
  me: PlayerSummary;
  friend: PlayerSummary;
  /** Opens a player's profile. */
  onProfile: (userId: string) => void;
  onClose: () => void;
}

/** The record against a friend. Refetched each time, with one retry (docs/spec/around-play.md#around-7.3). */
export function HeadToHeadDialog({ me, friend, onProfile, onClose }: HeadToHeadDialogProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['head-to-head', me.id, friend.id],
    queryFn: ({ signal }) =>
      api.friends.headToHead({ params: { userId: me.id, friendId: friend.id }, signal }),
    enabled: me.id !== friend.id,
    staleTime: 0,
    ...failsOffline,
    retry: 1,
  });
  const { data, isFetching, refetch } = query;
  const error = useLoadError(query);
  return (
    <Dialog open onClose={onClose} title={t('friends.headToHead.title', { name: friend.displayName })}>
      {data && <Score me={me} friend={friend} onProfile={onProfile} {...data} />}
      {!data && error && (
        <Failed
          title={t('friends.headToHead.failed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading className="min-h-48" />}
    </Dialog>
  );
}

interface ScoreProps extends Omit<HeadToHeadDialogProps, 'onClose'> {
  wins: number;
  losses: number;
  draws: number;
  totalGames: number;
  winRate: number;
}

function Score({ me, friend, onProfile, wins, losses, draws, totalGames, winRate }: ScoreProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rest = [
    [t('friends.headToHead.total'), format.number(totalGames)],
    [t('friends.headToHead.draws'), format.number(draws)],
    [t('friends.headToHead.rate'), format.rate(winRate, 100)],
  ] as const;
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2">
        <Side
          player={me}
          label={t('friends.headToHead.wins')}
          value={format.number(wins)}
          leads={wins > losses}
          onProfile={onProfile}
        />
        <Side
          player={friend}
          label={t('friends.headToHead.losses')}
          value={format.number(losses)}
          leads={losses > wins}
          onProfile={onProfile}
        />
      </dl>
      {totalGames === 0 ? (
        <p className="text-center text-muted">{t('friends.headToHead.none')}</p>
      ) : (
        <StatTiles stats={rest} />
      )}
    </div>
  );
}

interface SideProps extends Pick<HeadToHeadDialogProps, 'onProfile'> {
  player: PlayerSummary;
  label: string;
  value: string;
  /** Whether this player has won more often. */
  leads: boolean;
}

function Side({ player, label, value, leads, onProfile }: SideProps) {
  return (
    <div className="grid min-w-0 justify-items-center gap-1 border-(--border-subtle) px-2 text-center not-first:border-s">
      <dt className="grid max-w-full justify-items-center gap-2">
        <AvatarButton {...avatarOf(player)} size={64} glow={leads} onProfile={() => onProfile(player.id)} />
        <span className="text-13 text-muted">{label}</span>
      </dt>
      <dd className="numeral text-40 leading-none font-light">{value}</dd>
    </div>
  );
}

import type { PlayerStats, PublicUser } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/i18n/format.ts';
import { useTranslation } from '@/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { useProfile } from '@/state/profile.ts';
import { AvatarRing } from '@/ui/AvatarRing.tsx';
import { Badge } from '@/ui/Badge.tsx';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';
import { Spinner } from '@/ui/Spinner.tsx';

/** Figures change with every game; a card that is opened twice in a row is not asked for twice. */
const FRESH = 15_000;

/** A player's card: who they are and how they have played. */
export function PlayerDialog({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const close = useProfile((store) => store.close);
  const { data, error, refetch } = useQuery({
    queryKey: ['player', userId],
    queryFn: async () => {
      const params = { id: userId };
      const [user, stats] = await Promise.all([api.users.get({ params }), api.users.stats({ params })]);
      return { user, stats };
    },
    staleTime: FRESH,
  });
  return (
    <Dialog open onClose={close} title={data?.user.displayName ?? t('player.title')}>
      {data && <Card {...data} />}
      {!data && !error && (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-muted">
          <Spinner className="size-5 text-accent" />
          {t('app.loading')}
        </p>
      )}
      {!data && error && (
        <div
          role="alert"
          className="grid min-h-40 place-content-center justify-items-center gap-4 text-center"
        >
          <p>{explainError(error).text}</p>
          <Button onClick={() => void refetch()}>{t('app.error.retry')}</Button>
        </div>
      )}
    </Dialog>
  );
}

function Card({ user, stats }: { user: PublicUser; stats: PlayerStats }) {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = [
    [t('home.wins'), format.short(stats.wins, 10_000)],
    [t('home.losses'), format.short(stats.losses, 10_000)],
    [t('home.draws'), format.short(stats.draws, 10_000)],
    [t('home.rate'), format.rate(stats.wins, stats.totalGames)],
    [t('home.streak'), format.short(stats.currentWinStreak, 10_000)],
    [t('player.best'), format.short(stats.bestWinStreak, 10_000)],
  ];
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-4">
        <AvatarRing name={user.displayName} src={user.profileImageUrl} size={96} />
        <div className="grid min-w-0 justify-items-start gap-2">
          <p dir="ltr" className="max-w-full truncate text-14 text-muted">
            @{user.username}
          </p>
          <span className="flex flex-wrap gap-2">
            <Badge>{t('home.level', { level: stats.level })}</Badge>
            {user.isGuest && <Badge>{t('player.guest')}</Badge>}
          </span>
          <p className="text-14 text-muted">{t('player.toNext', { count: stats.winsToNextLevel })}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(([label, value]) => (
          <div
            key={label}
            className="flex min-w-0 flex-col-reverse justify-end rounded-control bg-raised p-3"
          >
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="numeral text-20 leading-tight font-light">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-14 text-muted">
        {t('player.games', { count: stats.totalGames })} ·{' '}
        {t('player.achievements', { count: stats.achievementsUnlocked })}
      </p>
    </div>
  );
}

import type { PlayerStats, UserProfile } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { failsOffline } from '@/lib/queryClient.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { playerKey } from '@/entities/player/player.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { PlayerCard } from './PlayerCard.tsx';

/** Figures change with every game; a profile that is opened twice in a row is fetched once. Milliseconds. */
const STALE_TIME_MS = 15_000;

interface PlayerDialogProps {
  userId: string;
  onClose: () => void;
  /** Renders the actions on this player. */
  actions?: (user: UserProfile) => ReactNode;
}

/** The profile of a player with their record (docs/spec/around-play.md#around-2.4). */
export function PlayerDialog({ userId, onClose, actions }: PlayerDialogProps) {
  const { t } = useTranslation();
  const query = useQuery<{ user: UserProfile; stats: PlayerStats }>({
    queryKey: playerKey(userId),
    queryFn: async () => {
      const params = { id: userId };
      const [user, stats] = await Promise.all([api.users.get({ params }), api.users.stats({ params })]);
      return { user, stats };
    },
    staleTime: STALE_TIME_MS,
    ...failsOffline,
  });
  const { data, refetch, isFetching } = query;
  const error = useLoadError(query);
  return (
    <Dialog
      open
      onClose={onClose}
      title={data?.user.displayName ?? t('player.title')}
      footer={
        <Button className="flex-1" onClick={onClose}>
          {t('player.close')}
        </Button>
      }
    >
      {data && <PlayerCard {...data} actions={actions?.(data.user)} />}
      {!data && !error && <Loading className="min-h-40" />}
      {!data && isMissing(error) && (
        <div className="grid min-h-40 place-content-center gap-2 text-center">
          <p className="font-display text-20 font-semibold">{t('player.missing.title')}</p>
          <p className="text-muted">{t('player.missing.text')}</p>
        </div>
      )}
      {!data && error && !isMissing(error) && (
        <div
          role="alert"
          className="grid min-h-40 place-content-center justify-items-center gap-4 text-center"
        >
          <p>{t('player.failed')}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {t('app.error.retry')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

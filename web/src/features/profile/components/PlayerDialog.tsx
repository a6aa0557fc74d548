import type { UserProfile } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/lib/apiError.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { profileQuery } from '@/entities/player/profile.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { PlayerCard } from './PlayerCard.tsx';

interface PlayerDialogProps {
  userId: string;
  onClose: () => void;
  /** Renders the actions on this player. */
  actions?: (user: UserProfile) => ReactNode;
}

/** The profile of a player with their record (docs/spec/around-play.md#around-2.4). */
export function PlayerDialog({ userId, onClose, actions }: PlayerDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(profileQuery(userId));
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

import type { RoomPreview as Preview } from '@fifteen/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';

/** A preview counts as a guess at a code: it is not requested again at once; milliseconds. */
const STALE_TIME_MS = 60_000;

/** Options of the query for the preview of a room. */
export const roomPreview = (code: string) =>
  queryOptions({
    queryKey: ['room-preview', code],
    queryFn: () => api.rooms.preview({ query: { code } }),
    staleTime: STALE_TIME_MS,
    retry: false,
  });

/** Whether there is no such room, or none that the user may see. */
export const isUnknownRoom = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ROOM_NOT_FOUND';

interface PreviewState {
  preview: Preview | undefined;
  /** Whether the preview is loading. */
  isPending: boolean;
  /** Whether there is no such room, or none that the visitor may see. */
  isGone: boolean;
  /** Why the preview did not load. */
  error: Error | null;
  retry: () => void;
}

/** Returns what a code leads to. */
export function useRoomPreview(code: string): PreviewState {
  const { data, error, isFetching, refetch } = useQuery(roomPreview(code));
  return {
    preview: data,
    isPending: isFetching && !data,
    isGone: isUnknownRoom(error),
    error,
    retry: () => void refetch(),
  };
}

interface RoomPreviewProps extends Preview {
  /** The host is named elsewhere. */
  hostless?: boolean;
}

/** Who opened the room, what it is played for, and whether a seat is free. */
export function RoomPreview({ hostName, betAmount, freeSeats, hostless = false }: RoomPreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="grid gap-2 text-14">
      {!hostless && (
        <Row name={t('rooms.people.owner')}>
          <bdi className="truncate">{hostName}</bdi>
        </Row>
      )}
      <Row name={t('rooms.bet')}>
        {betAmount > 0 && <Coin className="size-5" />}
        <span className="numeral">{betAmount > 0 ? format.coins(betAmount) : t('rooms.friendly')}</span>
      </Row>
      <Row name={t('rooms.people.players')}>{t(freeSeats === 0 ? 'rooms.link.full' : 'rooms.link.free')}</Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1.5 font-semibold">{children}</dd>
    </div>
  );
}

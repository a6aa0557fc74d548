import type { Friend } from '@fifteen/contract';
import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VirtualList } from '@/components/ui/VirtualList.tsx';
import { useLoadError } from '@/lib/useLoadError.ts';
import { useFriends } from '../model/friends.ts';
import { EmptyList, Failed, FailedPage, Loading } from './ListStates.tsx';

interface FriendListProps {
  row: (friend: Friend) => ReactNode;
  /** Shown to a user without friends. */
  whenEmpty?: ReactNode;
}

/** The friends, online ones first, loaded while scrolling. Fills the height of its parent. */
export function FriendList({ row, whenEmpty }: FriendListProps) {
  const { t } = useTranslation();
  const { friends, total, isPending, isFetching, refetch, fetchMore, ...query } = useFriends();
  const { isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query;
  const error = useLoadError(query);
  if (error && friends.length === 0)
    return (
      <Failed title={t('friends.failed')} error={error} busy={isFetching} onRetry={() => void refetch()} />
    );
  if (isPending) return <Loading text={t('friends.loading')} />;
  if (friends.length === 0)
    return (
      <EmptyList icon={<UsersRound />} title={t('friends.empty')} text={t('friends.emptyText')}>
        {whenEmpty}
      </EmptyList>
    );
  return (
    <VirtualList
      label={t('friends.title')}
      items={friends}
      total={total ?? undefined}
      keyOf={({ id }) => id}
      rowHeight={64}
      row={row}
      onEnd={fetchMore}
      end={
        isFetchNextPageError && (
          <FailedPage
            title={t('friends.failed')}
            error={error}
            busy={isFetchingNextPage}
            onRetry={() => void fetchNextPage()}
          />
        )
      }
      className="-mx-2 h-full px-2"
    />
  );
}

import type { FriendRequest } from '@fifteen/contract';
import { Check, Inbox, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { useServerNow } from '@/lib/useNow.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useRespondToRequest } from '../model/requestCommands.ts';
import { useRequests } from '../model/requests.ts';
import { EmptyList, Failed, Loading } from './ListStates.tsx';

/** Received friend requests. */
export function RequestsTab({ onProfile }: { onProfile: (userId: string) => void }) {
  const { t } = useTranslation();
  const query = useRequests();
  const { data, isFetching, refetch } = query;
  const error = useLoadError(query);
  const now = useServerNow(30_000);
  if (!data && error)
    return (
      <Failed
        title={t('friends.requests.failed')}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Loading text={t('friends.loading')} />;
  if (data.length === 0)
    return (
      <EmptyList
        icon={<Inbox />}
        title={t('friends.requests.empty')}
        text={t('friends.requests.emptyText')}
      />
    );
  return (
    <ul aria-label={t('friends.tab.requests')} className="-mx-2 h-full overflow-y-auto px-2">
      {data.map((request) => (
        <Request
          key={request.id}
          request={request}
          now={now}
          onProfile={() => onProfile(request.requesterId)}
        />
      ))}
    </ul>
  );
}

interface RequestProps {
  request: FriendRequest;
  /** The time by the server's clock, of which the list has one for all requests; milliseconds. */
  now: number;
  onProfile: () => void;
}

function Request({ request, now, onProfile }: RequestProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const sent = new Date(request.sentAt);
  const respond = useRespondToRequest(request);
  const name = request.requester.displayName;
  const response = respond.isPending ? respond.variables : null;
  return (
    <li className="flex min-h-16 items-center gap-3">
      <AvatarButton {...avatarOf(request.requester)} size={40} onProfile={onProfile} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <Name name={name} className="text-14" />
        {/* Anyone may have the display name of a friend. */}
        <span dir="ltr" className="truncate text-13 text-muted rtl:text-right">
          @{request.requester.username}
        </span>
        <time dateTime={request.sentAt} className="truncate text-13 text-muted">
          {t('friends.requests.sent', { ago: format.ago(sent, new Date(Math.max(sent.getTime(), now))) })}
        </time>
      </span>
      <Button
        size="icon"
        aria-label={t('friends.requests.reject', { name })}
        busy={response === 'rejected'}
        disabled={response !== null}
        onClick={() => respond.mutate('rejected')}
      >
        <X aria-hidden size={20} />
      </Button>
      <Button
        variant="primary"
        size="icon"
        aria-label={t('friends.requests.accept', { name })}
        busy={response === 'accepted'}
        disabled={response !== null}
        onClick={() => respond.mutate('accepted')}
      >
        <Check aria-hidden size={20} />
      </Button>
    </li>
  );
}

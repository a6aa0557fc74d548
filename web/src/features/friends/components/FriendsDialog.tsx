import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Tabs } from '@/components/ui/Tabs.tsx';
import { useFriends } from '../model/friends.ts';
import { useRequests } from '../model/requests.ts';
import { type FriendActions, FriendRow } from './FriendRow.tsx';
import { FriendList } from './FriendList.tsx';
import { RequestsTab } from './RequestsTab.tsx';
import { SearchTab } from './SearchTab.tsx';

export type FriendsTab = 'list' | 'requests' | 'add';

interface FriendsDialogProps {
  tab: FriendsTab;
  onTab: (tab: FriendsTab) => void;
  actions: FriendActions;
  onProfile: (userId: string) => void;
  onClose: () => void;
  /** Content under the search: the blocked players. */
  belowSearch?: ReactNode;
}

/** Tabs of friends, requests, and the search. */
export function FriendsDialog({ tab, onTab, actions, onProfile, onClose, belowSearch }: FriendsDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { friends, total, isSuccess } = useFriends();
  const waiting = useRequests().data?.length ?? 0;
  const count = total === null ? `${format.number(friends.length)}+` : format.number(total);
  const panel = (content: ReactNode) => <div className="h-[min(420px,52dvh)]">{content}</div>;
  return (
    <Dialog open onClose={onClose} title={t('friends.title')}>
      <Tabs
        label={t('friends.title')}
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'list',
            label: isSuccess ? t('friends.tab.list', { total: count }) : t('friends.title'),
            panel: panel(
              <FriendList
                row={(friend) => <FriendRow friend={friend} actions={actions} />}
                whenEmpty={
                  <Button variant="primary" onClick={() => onTab('add')}>
                    <UserPlus aria-hidden size={18} />
                    {t('friends.find')}
                  </Button>
                }
              />,
            ),
          },
          {
            value: 'requests',
            label: (
              <>
                {t('friends.tab.requests')}
                {waiting > 0 && (
                  <Badge className="shrink-0 bg-accent! text-on-accent!">{format.number(waiting)}</Badge>
                )}
              </>
            ),
            panel: panel(<RequestsTab onProfile={onProfile} />),
          },
          {
            value: 'add',
            label: t('friends.tab.add'),
            panel: panel(<SearchTab onProfile={onProfile}>{belowSearch}</SearchTab>),
          },
        ]}
      />
    </Dialog>
  );
}

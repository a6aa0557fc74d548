import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFriends, useRequests } from '@/features/friends/index.ts';
import { lazily } from '@/lib/lazily.ts';

/** Half of what home is made of, in bytes, and most visits never open it: it is drawn when it is. */
const HomeMenuContent = lazily(async () => (await import('./HomeMenuContent.tsx')).HomeMenuContent);
/** When home has long begun, so that the menu is there at once all the same; milliseconds. */
const FETCH_AFTER = 4_000;

/** Requests that wait for an answer, and messages that were not read. */
function useUnreadCount(): number {
  const { data: requests = [] } = useRequests();
  const { friends } = useFriends();
  return friends.reduce((sum, { unread }) => sum + unread, requests.length);
}

export function HomeMenu() {
  const unread = useUnreadCount();
  const [wanted, setWanted] = useState<'no' | 'by key' | 'by pointer'>('no');
  useEffect(() => {
    const fetching = setTimeout(fetchMenu, FETCH_AFTER);
    return () => clearTimeout(fetching);
  }, []);
  const button = (
    <MenuButton
      unread={unread}
      aria-haspopup="menu"
      aria-expanded={wanted !== 'no'}
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
      onClick={({ detail }) => setWanted(detail === 0 ? 'by key' : 'by pointer')}
    />
  );
  if (wanted === 'no') return button;
  return (
    <Suspense fallback={button}>
      <HomeMenuContent trigger={<MenuButton unread={unread} />} unread={unread} byKey={wanted === 'by key'} />
    </Suspense>
  );
}

/** A failed prefetch is reported when the menu is opened. */
function fetchMenu(): void {
  HomeMenuContent.fetch().catch(() => undefined);
}

interface MenuButtonProps extends ComponentProps<'button'> {
  /** How much there is behind it that was not seen. */
  unread: number;
}

function MenuButton({ unread, ...props }: MenuButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={
        unread > 0 ? `${t('home.menu.open')}, ${t('home.menu.news', { count: unread })}` : t('home.menu.open')
      }
      {...props}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-surface data-[state=open]:bg-surface"
    >
      <MenuIcon aria-hidden size={22} />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute inset-e-1.5 inset-bs-1.5 size-2.5 rounded-chip border-2 border-bg bg-accent"
        />
      )}
    </button>
  );
}

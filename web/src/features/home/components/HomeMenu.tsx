import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, startTransition, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterPaint } from '@/lib/afterPaint.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';

/** The content of the menu: half of the code of home, loaded on demand because most visits do not open it. */
const HomeMenuContent = lazyComponent(async () => (await import('./HomeMenuContent.tsx')).HomeMenuContent);
/** Prefetches the menu this long after home; milliseconds. */
const FETCH_AFTER = 4_000;

const UnreadCount = lazyComponent(async () => (await import('./UnreadCount.tsx')).UnreadCount);

export function HomeMenu() {
  const [unread, setUnread] = useState(0);
  const [pressed, setPressed] = useState(false);
  const [wanted, setWanted] = useState<'no' | 'by key' | 'by pointer'>('no');
  useEffect(() => {
    const fetching = setTimeout(fetchMenu, FETCH_AFTER);
    return () => clearTimeout(fetching);
  }, []);
  // The button lights up with the next frame, which would otherwise wait for the whole menu.
  function open(by: 'by key' | 'by pointer'): void {
    setPressed(true);
    afterPaint(() => startTransition(() => setWanted(by)));
  }
  function giveUp(): void {
    setPressed(false);
    setWanted('no');
  }
  const button = (
    <MenuButton
      unread={unread}
      aria-haspopup="menu"
      aria-expanded={pressed}
      data-state={pressed ? 'open' : 'closed'}
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
      onClick={({ detail }) => open(detail === 0 ? 'by key' : 'by pointer')}
    />
  );
  return (
    <>
      {wanted === 'no' ? (
        button
      ) : (
        <OptionalPart subject={wanted} onFailure={giveUp}>
          <Suspense fallback={button}>
            <HomeMenuContent
              trigger={<MenuButton unread={unread} />}
              unread={unread}
              byKey={wanted === 'by key'}
            />
          </Suspense>
        </OptionalPart>
      )}
      <OptionalPart subject={null}>
        <UnreadCount onChange={setUnread} />
      </OptionalPart>
    </>
  );
}

/** A failed prefetch is reported when the menu opens. */
function fetchMenu(): void {
  HomeMenuContent.fetch().catch(() => undefined);
}

interface MenuButtonProps extends ComponentProps<'button'> {
  /** Number of friend requests and unread messages. */
  unread: number;
}

function MenuButton({ unread, ...props }: MenuButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={
        unread > 0
          ? [t('home.menu.open'), t('home.menu.unread', { count: unread })].join(t('common.comma'))
          : t('home.menu.open')
      }
      {...props}
      className="relative grid size-[44px] shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-surface data-[state=open]:bg-surface"
    >
      <MenuIcon aria-hidden size={22} />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute inset-e-[6px] inset-bs-[6px] size-[10px] rounded-chip border-2 border-bg bg-accent"
        />
      )}
    </button>
  );
}

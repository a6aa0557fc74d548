import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

/** Fetched at once but apart: the menu's code must not hold up the board's. */
const HomeMenuContent = lazily(async () => (await import('./HomeMenuContent.tsx')).HomeMenuContent);

export function HomeMenu() {
  return (
    <Suspense fallback={<MenuButton disabled />}>
      <HomeMenuContent trigger={(news) => <MenuButton news={news} />} />
    </Suspense>
  );
}

interface MenuButtonProps extends ComponentProps<'button'> {
  /** How much there is behind it that was not seen. */
  news?: number;
}

function MenuButton({ news = 0, ...props }: MenuButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={
        news > 0 ? `${t('home.menu.open')}, ${t('home.menu.news', { count: news })}` : t('home.menu.open')
      }
      {...props}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-surface data-[state=open]:bg-surface"
    >
      <MenuIcon aria-hidden size={22} />
      {news > 0 && (
        <span
          aria-hidden
          className="absolute inset-e-1.5 inset-bs-1.5 size-2.5 rounded-chip border-2 border-bg bg-accent"
        />
      )}
    </button>
  );
}

import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

/** Fetched at once but apart: the menu's code must not hold up the board's. */
const HomeMenuContent = lazy(() =>
  import('./HomeMenuContent.tsx').then((m) => ({ default: m.HomeMenuContent })),
);

export function HomeMenu() {
  return (
    <Suspense fallback={<MenuButton disabled />}>
      <HomeMenuContent trigger={<MenuButton />} />
    </Suspense>
  );
}

function MenuButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-label={t('home.menu.open')}
      {...props}
      className="grid size-11 shrink-0 place-items-center rounded-control text-text transition-colors hover:bg-surface data-[state=open]:bg-surface"
    >
      <MenuIcon aria-hidden size={22} />
    </button>
  );
}

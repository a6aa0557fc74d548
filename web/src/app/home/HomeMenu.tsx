import { Menu as MenuIcon } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { useTranslation } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';

/** Fetched at once but apart: the menu's code must not hold up the board's. */
const HomeMenuContent = lazily(async () => (await import('./HomeMenuContent.tsx')).HomeMenuContent);

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

import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';

/** Its board illustrates the error: a diagonal through the sealed column leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main
      id="main"
      className="grid min-h-dvh place-content-center justify-items-center gap-4 p-8 text-center"
    >
      <MiniBoard board={{ 3: 'X', 9: 'X', 15: 'X', 4: 'O', 8: 'O' }} className="mbe-4 w-64" />
      <h1 className="font-display text-28 font-semibold">{t('app.notFound.title')}</h1>
      <p className="max-w-md text-balance text-muted">{t('app.notFound.text')}</p>
      <Link
        to="/"
        className="mbs-4 inline-flex min-h-12 items-center rounded-control bg-accent px-6 font-display font-semibold text-on-accent hover:brightness-108"
      >
        {t('app.notFound.home')}
      </Link>
    </main>
  );
}

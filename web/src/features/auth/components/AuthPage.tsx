import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from 'react-i18next';
import { MiniBoard } from '@/components/board/MiniBoard.tsx';
import { Wordmark } from '@/components/brand/Wordmark.tsx';
import { useSession } from '@/entities/session/session.ts';
import { Card } from '@/components/ui/Card.tsx';
import { boardOf, stillScene } from '../model/demo.ts';
import { focusOnArrival } from '@/lib/a11y/announcer.ts';
import { keepingRoom } from '@/lib/roomLink.ts';
import { LanguageSelect } from './LanguageSelect.tsx';

interface AuthPageProps {
  title: string;
  text: string;
  /** Shows a link back under the card; not for cards with their own next step. */
  back?: boolean;
  children: ReactNode;
}

/** A page with one task. Its title gets the focus, so that a screen reader announces the page. */
export function AuthPage({ title, text, back = false, children }: AuthPageProps) {
  return (
    <main id="main" className="relative grid min-h-dvh content-center justify-items-center gap-6 px-4 py-18">
      <LanguageSelect />
      <div className="grid justify-items-center gap-4">
        <Wordmark className="h-6" />
        <MiniBoard board={boardOf(stillScene)} winning={stillScene.game.win} className="w-32" />
      </div>
      <Card className="grid w-full max-w-[420px] gap-5 p-6 tablet:p-8">
        <header className="grid gap-1">
          <h1
            ref={focusOnArrival}
            tabIndex={-1}
            className="font-display text-28 leading-tight font-semibold outline-none"
          >
            {title}
          </h1>
          <p className="text-pretty wrap-anywhere text-muted">{text}</p>
        </header>
        {children}
      </Card>
      {back && <BackLink />}
    </main>
  );
}

/** Leads to the sign-in page, or home for a signed-in user, such as a guest who upgrades. */
function BackLink() {
  const { t } = useTranslation();
  const inside = useSession().status === 'in';
  const { search } = useLocation();
  return (
    <Link
      to={keepingRoom(inside ? '/' : '/auth', search)}
      className="rounded-control px-2 py-2 text-14 text-accent underline-offset-4 hover:underline"
    >
      {t(inside ? 'auth.backToGame' : 'auth.backToLogin')}
    </Link>
  );
}

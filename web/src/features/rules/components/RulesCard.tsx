import type { User } from '@fifteen/contract';
import { ChevronRight, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHintShown, markHintShown } from '@/lib/state/hints.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Button } from '@/components/ui/Button.tsx';

export function RulesCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const show = useOverlay((store) => store.show);
  const card = useRef<HTMLButtonElement>(null);
  return (
    <div className="rounded-card border border-(--hair) bg-surface transition-colors has-[>button:hover]:border-line">
      <Offer user={user} onAway={() => card.current?.focus()} />
      <button
        ref={card}
        type="button"
        onClick={() => show('rules')}
        className="flex w-full items-center gap-4 rounded-card p-4 text-start"
      >
        <span className="grid flex-1 gap-0.5">
          <span className="font-display font-semibold">{t('rules.title')}</span>
          <span className="font-body text-14 text-muted">{t('rules.short')}</span>
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-muted rtl:-scale-x-100" />
      </button>
    </div>
  );
}

/** Once, to a player who has never finished a game: the tutorial. It is gone when it was taken or put away. */
function Offer({ user, onAway }: { user: User; onAway: () => void }) {
  const { t } = useTranslation();
  const { open, show } = useOverlay();
  const [newcomer] = useState(() => user.totalGames === 0 && usePreferences.getState().games === 0);
  const [away, setAway] = useState(false);
  if (!newcomer || away || open !== null || isHintShown('tutorial')) return null;

  function putAway(): void {
    markHintShown('tutorial');
    setAway(true);
    onAway();
  }

  function take(): void {
    onAway();
    show('tutorial');
  }

  return (
    <div className="mx-4 flex flex-wrap items-center gap-2 border-be border-(--hair) py-3">
      <p className="flex-[1_1_11rem] text-14">{t('rules.offer')}</p>
      <span className="ms-auto flex gap-2">
        <Button onClick={take}>{t('rules.begin')}</Button>
        <Button look="quiet" size="icon" aria-label={t('rules.notNow')} onClick={putAway}>
          <X aria-hidden size={18} className="text-muted" />
        </Button>
      </span>
    </div>
  );
}

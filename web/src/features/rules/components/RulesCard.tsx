import { BookOpen, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';

/** The rules in a sentence; a press opens all of them (docs/spec/play.md#play-2.4). */
export function RulesCard() {
  const { t } = useTranslation();
  const show = useOverlay((store) => store.show);
  return (
    <button
      type="button"
      onClick={() => show('rules')}
      className="-mx-[8px] flex items-center gap-3 rounded-card px-[8px] py-3 text-start transition-colors hover:bg-surface"
    >
      <BookOpen aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-display text-14 font-semibold">{t('rules.title')}</span>
        <span className="font-body text-14 text-muted">{t('rules.short')}</span>
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}

import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/state/overlay.ts';

export function RulesCard() {
  const { t } = useTranslation();
  const show = useOverlay((store) => store.show);
  return (
    <button
      type="button"
      onClick={() => show('rules')}
      className="flex w-full items-center gap-4 rounded-card border border-(--hair) bg-surface p-4 text-start transition-colors hover:border-line"
    >
      <span className="grid flex-1 gap-0.5">
        <span className="font-display font-semibold">{t('rules.title')}</span>
        <span className="font-body text-14 text-muted">{t('rules.short')}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}

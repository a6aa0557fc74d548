import { Swords } from 'lucide-react';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import { useSearch } from '../model/store.ts';

/** The way to an opponent. Disabled while a game is on: one at a time. */
export function QuickMatchCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const open = useSearch((store) => store.open);
  return (
    <Card aria-labelledby="quick-match" className="grid gap-3">
      <div className="flex items-center gap-3">
        <Swords aria-hidden size={22} strokeWidth={1.75} className="shrink-0 text-accent" />
        <div className="min-w-0">
          <h2 id="quick-match" className="font-display font-semibold">
            {t('matchmaking.title')}
          </h2>
          <p className="text-14 text-muted">{t('matchmaking.card')}</p>
        </div>
      </div>
      <Button look="primary" size="lg" disabled={disabled} onClick={open}>
        {t('matchmaking.find')}
      </Button>
    </Card>
  );
}

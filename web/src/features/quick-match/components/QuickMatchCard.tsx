import { Swords } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { useSearch } from '../model/store.ts';

/** The way to an opponent. Disabled while a game is on: one at a time. */
export function QuickMatchCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const open = useSearch((store) => store.open);
  return (
    <Card aria-labelledby="quick-match" className="grid gap-3">
      <CardHead icon={Swords} id="quick-match" title={t('matchmaking.title')}>
        <p className="text-muted">{t('matchmaking.card')}</p>
      </CardHead>
      <Button look="primary" size="lg" disabled={disabled} onClick={open}>
        {t('matchmaking.find')}
      </Button>
    </Card>
  );
}

import { Bot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';

interface ComputerOfferProps {
  onAnswer: (offer: 'accepted' | 'declined') => void;
}

/** Offers a friendly game with the computer to a search for coins that found no opponent; the search can continue. */
export function ComputerOffer({ onAnswer }: ComputerOfferProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('quickMatch.offer.title')} className="mbs-4 grid gap-3 text-center">
      <p className="flex items-center justify-center gap-2">
        <Bot aria-hidden size={20} className="shrink-0 text-accent" />
        {t('quickMatch.offer.text')}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => onAnswer('declined')}>{t('quickMatch.offer.decline')}</Button>
        <Button variant="primary" onClick={() => onAnswer('accepted')}>
          {t('quickMatch.playComputer')}
        </Button>
      </div>
    </section>
  );
}

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import styles from './Review.module.css';

interface ControlsProps {
  ply: number;
  last: number;
  onJump: (ply: number) => void;
}

/** From left to right in every language, like the board, the moves and the arrow keys. */
export function Controls({ ply, last, onJump }: ControlsProps) {
  const { t, i18n } = useTranslation();
  const button = (name: string, icon: ReactNode, to: number, isDisabled: boolean) => (
    // Not disabled at the ends: a pressed button must keep the focus.
    <Button size="icon" aria-label={name} aria-disabled={isDisabled || undefined} onClick={() => onJump(to)}>
      {icon}
    </Button>
  );
  return (
    <div role="group" aria-label={t('review.steps')} dir="ltr" className={styles.controls}>
      {button(t('review.first'), <ChevronFirst aria-hidden size={20} />, 0, ply === 0)}
      {button(t('review.back'), <ChevronLeft aria-hidden size={20} />, ply - 1, ply === 0)}
      <span aria-hidden className="numeral min-w-18 text-center text-14 text-muted">
        {ply} / {last}
      </span>
      {button(t('review.onward'), <ChevronRight aria-hidden size={20} />, ply + 1, ply === last)}
      {button(t('review.last'), <ChevronLast aria-hidden size={20} />, last, ply === last)}
      <span className={styles.keys}>
        <bdi dir={i18n.dir()}>{t('review.keys')}</bdi>
      </span>
    </div>
  );
}

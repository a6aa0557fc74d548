import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { type Product, wordsOf } from '../model/catalogue.ts';

interface ConfirmDialogProps {
  product: Product;
  /** The balance before the purchase. */
  coins: number;
  onBuy: () => void;
  onClose: () => void;
}

/** Confirms a large purchase, and shows the balance after it. */
export function ConfirmDialog({ product, coins, onBuy, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shop.confirm.title', { name: wordsOf(product).name })}
      description={t('shop.confirm.text')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" onClick={onBuy}>
            {t('shop.action.buy')}
          </Button>
        </>
      }
    >
      <p className="numeral flex flex-wrap items-center justify-center gap-3 font-display text-20 font-semibold">
        <Coin className="size-6" />
        <span className="sr-only">{t('shop.confirm.before')}</span>
        {format.coins(coins)}
        <ArrowRight aria-hidden size={20} className="text-muted rtl:-scale-x-100" />
        <span className="sr-only">{t('shop.confirm.after')}</span>
        {format.coins(coins - product.price)}
      </p>
    </Dialog>
  );
}

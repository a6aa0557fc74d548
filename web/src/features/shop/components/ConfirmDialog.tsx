import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { type Product, wordsOf } from '../model/catalogue.ts';
import { Preview } from './Preview.tsx';
import styles from './Shop.module.css';

interface ConfirmDialogProps {
  product: Product;
  /** The balance before the purchase. */
  coins: number;
  avatar: { name: string; src: string | null };
  onBuy: () => void;
  onClose: () => void;
}

/** Confirms a large purchase, and shows the balance after it. */
export function ConfirmDialog({ product, coins, avatar, onBuy, onClose }: ConfirmDialogProps) {
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
      <div className="grid gap-4">
        <span aria-hidden className={styles.stage}>
          <Preview product={product} avatar={avatar} round={0} />
        </span>
        <dl className={styles.sum}>
          <dt>{t('shop.confirm.before')}</dt>
          <dd className="numeral">{format.coins(coins)}</dd>
          <dt>{t('shop.price')}</dt>
          <dd className="numeral" dir="ltr">
            −{format.coins(product.price)}
          </dd>
          <dt className={styles.after}>{t('shop.confirm.after')}</dt>
          <dd className={`numeral ${styles.after}`}>
            <Coin className="size-5" />
            {format.coins(coins - product.price)}
          </dd>
        </dl>
      </div>
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { type Product, wordsOf } from '../model/catalogue.ts';
import { Preview } from './Preview.tsx';

interface BoughtDialogProps {
  product: Product;
  /** The balance after the purchase. */
  coins: number;
  avatar: { name: string; src: string | null };
  /** Equips the item; undefined for emojis. */
  onEquip: (() => void) | undefined;
  onClose: () => void;
}

/** Confirms a purchase, and shows the animated item. */
export function BoughtDialog({ product, coins, avatar, onEquip, onClose }: BoughtDialogProps) {
  const { t } = useTranslation();
  const { name, text } = wordsOf(product);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shop.done.title')}
      description={t('shop.done.thanks')}
      footer={
        <>
          {onEquip && <Button onClick={onEquip}>{t('shop.action.activate')}</Button>}
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('shop.done.continue')}
          </Button>
        </>
      }
    >
      <div className="grid justify-items-center gap-4 text-center">
        <span aria-hidden className="grid min-h-28 place-items-center">
          <Preview product={product} avatar={avatar} round={1} />
        </span>
        <div className="grid gap-1">
          <p className="font-display text-20 font-semibold">{name}</p>
          <p className="text-muted">{text}</p>
        </div>
        <p className="text-14">{t(`shop.done.${product.kind}`)}</p>
        <p className="text-14 text-muted">{t('shop.done.balance', { count: coins })}</p>
      </div>
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import type { Product } from '../model/catalogue.ts';
import { useShopStore } from '../model/store.ts';
import styles from './Shop.module.css';

interface ProductActionProps {
  product: Product;
  coins: number;
  /** Id of the item's name. */
  describedBy: string;
}

/**
 * The only button of an item: buy, equip or unequip; disabled with a reason where nothing can be done. In a state that a
 * press leads to, it is not `disabled`, because the pressed button would lose the focus.
 */
export function ProductAction({ product, coins, describedBy }: ProductActionProps) {
  const { t } = useTranslation();
  const { buying, changing, choose, equip, unequip } = useShopStore();
  const common = { 'aria-describedby': describedBy, className: styles.action };

  if (product.state === 'offered') {
    const missing = product.price - coins;
    if (buying)
      return (
        <Button {...common} aria-disabled>
          {t('shop.action.buying')}
        </Button>
      );
    if (missing > 0)
      return (
        <Button {...common} disabled data-short>
          {short(missing)}
        </Button>
      );
    return (
      <Button {...common} variant="primary" onClick={() => void choose(product, coins)}>
        {t('shop.action.buy')}
      </Button>
    );
  }
  if (product.kind === 'emoji') return null;

  const busy = changing === `${product.kind} ${product.id}`;
  if (product.state === 'active')
    return product.kind === 'frame' && !product.isDefault ? (
      <Button {...common} busy={busy} onClick={() => void unequip(product)}>
        {t('shop.action.remove')}
      </Button>
    ) : (
      <Button {...common} aria-disabled>
        {t('shop.action.active')}
      </Button>
    );
  // Having no frame is not equipped: it results from unequipping one.
  const settled = product.kind === 'frame' && product.isDefault;
  return (
    <Button
      {...common}
      busy={busy}
      disabled={settled || changing !== null}
      onClick={() => void equip(product)}
    >
      {t('shop.action.activate')}
    </Button>
  );

  function short(missing: number): string {
    return product.kind === 'style' ? t('shop.action.need', { count: missing }) : t('shop.action.short');
  }
}

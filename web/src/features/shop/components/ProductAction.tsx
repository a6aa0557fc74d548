import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import type { Product } from '../model/catalogue.ts';
import { useShopStore } from '../model/store.ts';
import styles from './Shop.module.css';

interface WareActionProps {
  ware: Product;
  coins: number;
  /** Id of the name of what it is about. */
  describedBy: string;
}

/** The one button of a ware: buy it, put it on, take it off; disabled where nothing can be done, and it says why. */
export function ProductAction({ ware, coins, describedBy }: WareActionProps) {
  const { t } = useTranslation();
  const { buying, changing, choose, equip, unequip } = useShopStore();
  const common = { 'aria-describedby': describedBy, className: styles.action };

  if (ware.state === 'offered') {
    const missing = ware.price - coins;
    if (buying || missing > 0)
      return (
        <Button {...common} disabled>
          {buying ? t('shop.action.buying') : short(missing)}
        </Button>
      );
    return (
      <Button {...common} look="primary" onClick={() => void choose(ware, coins)}>
        {t('shop.action.buy')}
      </Button>
    );
  }
  if (ware.kind === 'emoji') return null;

  const busy = changing === `${ware.kind} ${ware.id}`;
  if (ware.state === 'active')
    return ware.kind === 'frame' && !ware.isDefault ? (
      <Button {...common} busy={busy} onClick={() => void unequip(ware)}>
        {t('shop.action.remove')}
      </Button>
    ) : (
      <Button {...common} disabled>
        {t('shop.action.active')}
      </Button>
    );
  // Without a frame is what one is after taking it off: that is done where it is worn.
  const settled = ware.kind === 'frame' && ware.isDefault;
  return (
    <Button {...common} busy={busy} disabled={settled || changing !== null} onClick={() => void equip(ware)}>
      {t('shop.action.activate')}
    </Button>
  );

  function short(missing: number): string {
    return ware.kind === 'style' ? t('shop.action.need', { count: missing }) : t('shop.action.short');
  }
}

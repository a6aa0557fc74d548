import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNear } from '@/lib/useNear.ts';
import { wordsOf } from '../model/catalogue.ts';
import { Preview } from './Preview.tsx';
import { ProductAction } from './ProductAction.tsx';
import { type ProductCardProps, useDrawn } from './ProductCard.tsx';
import styles from './Shop.module.css';

/** An owned item in one row: preview, name, and action. */
export function OwnedCard({ product, coins, avatar }: Omit<ProductCardProps, 'onTryOn'>) {
  const { t } = useTranslation();
  const id = useId();
  const { isNear, ref } = useNear<HTMLLIElement>();
  const drawn = useDrawn(product, isNear);
  const [round, setRound] = useState(0);
  const show = () => setRound((last) => last + 1);
  const how = product.isDefault
    ? t('shop.action.always')
    : t(product.reward === undefined ? 'shop.action.owned' : 'rewards.earned.badge');
  return (
    <li
      ref={ref}
      aria-labelledby={id}
      className={styles.owned}
      data-kind={product.kind}
      data-active={product.state === 'active' || undefined}
      onPointerEnter={show}
      onFocus={show}
    >
      <span aria-hidden className={styles.small}>
        <Preview product={product} avatar={avatar} round={round} drawn={drawn} small />
      </span>
      <div className={`grid min-w-0 gap-0.5 ${styles.name}`}>
        <h3 id={id} className="font-display leading-snug font-semibold">
          {wordsOf(product).name}
        </h3>
        <p className="flex items-center gap-1 text-13 text-muted">
          <Check aria-hidden size={14} className="shrink-0 text-ok" />
          {how}
        </p>
      </div>
      <ProductAction product={product} coins={coins} describedBy={id} />
    </li>
  );
}

import { Play } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { fetchPiece } from '@/components/pieces/Piece.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { useNear } from '@/lib/useNear.ts';
import { ProgressBar } from '@/components/ui/ProgressBar.tsx';
import { type Product, wordsOf } from '../model/catalogue.ts';
import { reachOf } from '../model/reach.ts';
import { Preview } from './Preview.tsx';
import { ProductAction } from './ProductAction.tsx';
import { RewardGoal } from './RewardGoal.tsx';
import styles from './Shop.module.css';

export interface ProductCardProps {
  product: Product;
  coins: number;
  avatar: { name: string; src: string | null };
  onTryOn: (product: Product) => void;
}

/**
 * Whether an item is rendered: once it is near the screen and its code is loaded. So each renders in a task of its own,
 * and none as a classic piece first.
 */
export function useDrawn({ id, kind }: Product, isNear: boolean): boolean {
  const [drawn, setDrawn] = useState(kind !== 'style');
  useEffect(() => {
    if (!isNear || drawn) return undefined;
    let isMounted = true;
    void fetchPiece(id).then(() => isMounted && setDrawn(true));
    return () => {
      isMounted = false;
    };
  }, [id, isNear, drawn]);
  return drawn;
}

/** An item that is not owned: preview, price, how much of it the player has, and action. It moves on hover and focus. */
export function ProductCard({ product, coins, avatar, onTryOn }: ProductCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const { isNear, ref } = useNear<HTMLLIElement>();
  const drawn = useDrawn(product, isNear);
  const [round, setRound] = useState(0);
  const show = () => setRound((last) => last + 1);
  const { name, text } = wordsOf(product);
  const reach = reachOf(product, coins);
  return (
    <li ref={ref} aria-labelledby={id} className={styles.product} onPointerEnter={show} onFocus={show}>
      <button type="button" aria-describedby={id} className={styles.stage} onClick={() => onTryOn(product)}>
        <span aria-hidden className="grid w-full justify-items-center">
          <Preview product={product} avatar={avatar} round={round} drawn={drawn} />
        </span>
        <span className={styles.tryOn}>
          <Play aria-hidden size={12} fill="currentColor" className="rtl:-scale-x-100" />
          {t('shop.tryOn.start')}
        </span>
      </button>
      <div className="grid content-start gap-1">
        <h3 id={id} className="font-display leading-snug font-semibold">
          {name}
        </h3>
        <p className="text-14 leading-snug text-muted">{text}</p>
      </div>
      <div className="grid content-end gap-2">
        {product.reward !== undefined ? (
          <RewardGoal reward={product.reward} describedBy={id} />
        ) : (
          <>
            <p className="numeral flex items-center gap-1.5 text-14 font-semibold">
              <Coin className="size-4 shrink-0" />
              <span className="sr-only">{t('shop.price')}</span>
              {format.coins(product.price)}
            </p>
            {reach < 1 && <ProgressBar label={t('shop.saved', { name })} value={reach} />}
            <ProductAction product={product} coins={coins} describedBy={id} />
          </>
        )}
      </div>
    </li>
  );
}

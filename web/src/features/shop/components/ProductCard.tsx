import { Check } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { fetchPiece } from '@/components/pieces/Piece.tsx';
import { useFormat } from '@/lib/i18n/format.ts';
import { useNear } from '@/lib/useNear.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { type Product, wordsOf } from '../model/catalogue.ts';
import { Preview } from './Preview.tsx';
import { ProductAction } from './ProductAction.tsx';
import styles from './Shop.module.css';

interface ProductCardProps {
  product: Product;
  coins: number;
  face: { name: string; src: string | null };
}

/**
 * Whether an item is rendered: once it is near the screen and its code is loaded. So each renders in a task of its own,
 * and none as a classic piece first.
 */
function useDrawn({ id, kind }: Product, near: boolean): boolean {
  const [drawn, setDrawn] = useState(kind !== 'style');
  useEffect(() => {
    if (!near || drawn) return undefined;
    let here = true;
    void fetchPiece(id).then(() => here && setDrawn(true));
    return () => {
      here = false;
    };
  }, [id, near, drawn]);
  return drawn;
}

/** An item with its preview, price and action. It moves on hover and focus. */
export function ProductCard({ product, coins, face }: ProductCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const { near, ref } = useNear<HTMLLIElement>();
  const drawn = useDrawn(product, near);
  const [round, setRound] = useState(0);
  const show = () => setRound((last) => last + 1);
  const { name, text } = wordsOf(product);
  return (
    <li
      ref={ref}
      aria-labelledby={id}
      className={styles.product}
      data-active={product.state === 'active' || undefined}
      onPointerEnter={show}
      onFocus={show}
    >
      <span aria-hidden className={styles.stage}>
        <Preview product={product} face={face} round={round} drawn={drawn} />
      </span>
      <div className="grid content-start gap-1">
        <h3 id={id} className="font-display leading-snug font-semibold">
          {name}
        </h3>
        <p className="text-14 leading-snug text-muted">{text}</p>
      </div>
      <div className="grid content-end gap-2">
        {product.state === 'offered' ? (
          <p className="numeral flex items-center gap-1.5 text-14 font-semibold">
            <Coin className="size-4 shrink-0" />
            <span className="sr-only">{t('shop.price')}</span>
            {format.coins(product.price)}
          </p>
        ) : (
          <p className="flex">
            <Badge className="gap-1">
              <Check aria-hidden size={14} className="text-ok" />
              {t(product.isDefault ? 'shop.action.always' : 'shop.action.owned')}
            </Badge>
          </p>
        )}
        <ProductAction product={product} coins={coins} describedBy={id} />
      </div>
    </li>
  );
}

import type { User } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { failsOffline } from '@/lib/queryClient.ts';
import { explainError } from '@/lib/errors.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { type Kind, type Product, products } from '../model/catalogue.ts';
import { groupByAffordability } from '../model/reach.ts';
import { OwnedCard } from './OwnedCard.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './Shop.module.css';

interface ProductListProps {
  kind: Kind;
  user: User;
  onTryOn: (product: Product) => void;
}

/** All items of a kind: the owned ones apart, the others by how soon the player can have them. */
export function ProductList({ kind, user, onTryOn }: ProductListProps) {
  const { t } = useTranslation();
  const query = useQuery({ ...products[kind], ...failsOffline });
  const { data: fetched, refetch, isFetching } = query;
  const error = useLoadError(query);
  // Two dozen drawings would block a phone noticeably: React renders them in slices.
  const data = useDeferredValue(fetched);
  const common = { coins: user.coins, avatar: { name: user.displayName, src: user.profileImageUrl } };
  if (data) {
    const { owned, affordableSoon, affordableLater } = groupByAffordability(data, user.coins);
    const cards = (shelf: readonly Product[]) =>
      shelf.map((product) => (
        <ProductCard key={product.id} product={product} {...common} onTryOn={onTryOn} />
      ));
    return (
      <div className="grid gap-6">
        <Shelf title={t('shop.shelves.yours')} className={styles.yours} kind={kind}>
          {owned.map((product) => (
            <OwnedCard key={product.id} product={product} {...common} />
          ))}
        </Shelf>
        <Shelf title={t('shop.shelves.near')} className={styles.products} kind={kind}>
          {cards(affordableSoon)}
        </Shelf>
        <Shelf title={t('shop.shelves.far')} className={styles.products} kind={kind}>
          {cards(affordableLater)}
        </Shelf>
      </div>
    );
  }
  if (error)
    return (
      <Notice title={t('shop.loadFailed')} text={explainError(error).text} alert>
        <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
          {t('app.error.retry')}
        </Button>
      </Notice>
    );
  // Reserves the height of the list on a phone, so that the content below neither shows nor shifts.
  return (
    <div className="min-h-[260dvh] pbs-20">
      <Loading />
    </div>
  );
}

/** So many items have room for a wide card each. */
const WIDE_CARDS_UP_TO = 2;

interface ShelfProps {
  title: string;
  className: string | undefined;
  kind: Kind;
  children: ReactNode[];
}

/** A titled list of items; nothing without items. */
function Shelf({ title, className, kind, children }: ShelfProps) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-display text-20 font-semibold">
        {title}
      </h2>
      <ul className={className} data-kind={kind} data-few={children.length <= WIDE_CARDS_UP_TO || undefined}>
        {children}
      </ul>
    </section>
  );
}

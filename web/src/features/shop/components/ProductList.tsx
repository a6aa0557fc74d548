import type { User } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { explainError } from '@/lib/errors.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { type Kind, products } from '../model/catalogue.ts';
import { ProductCard } from './ProductCard.tsx';
import styles from './Shop.module.css';

/** All items of a kind. */
export function ProductList({ kind, title, user }: { kind: Kind; title: string; user: User }) {
  const { t } = useTranslation();
  const { data: fetched, error, refetch } = useQuery(products[kind]);
  // Two dozen drawings would block a phone noticeably: React renders them in slices.
  const data = useDeferredValue(fetched);
  if (data)
    return (
      <>
        <h2 className="sr-only">{title}</h2>
        <ul className={styles.products} data-kind={kind}>
          {data.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              coins={user.coins}
              face={{ name: user.displayName, src: user.profileImageUrl }}
            />
          ))}
        </ul>
      </>
    );
  if (error)
    return (
      <Notice title={t('shop.loadFailed')} text={explainError(error).text} alert>
        <Button variant="primary" onClick={() => void refetch()}>
          {t('app.error.retry')}
        </Button>
      </Notice>
    );
  // Reserves the height of the list on a phone, so that the content below neither shows nor shifts.
  return (
    <p role="status" className="flex min-h-[260dvh] justify-center gap-3 pbs-20 text-muted">
      <Spinner className="size-5 shrink-0 text-accent" />
      {t('app.loading')}
    </p>
  );
}

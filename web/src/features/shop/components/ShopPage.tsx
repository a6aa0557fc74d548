import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { useUser } from '@/entities/session/session.ts';
import { useFormat } from '@/lib/i18n/format.ts';
import { Page } from '@/components/ui/Page.tsx';
import { Tabs } from '@/components/ui/Tabs.tsx';
import type { Kind, Product } from '../model/catalogue.ts';
import { useShopStore } from '../model/store.ts';
import { BoughtDialog } from './BoughtDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EarnCard } from './EarnCard.tsx';
import { ProductList } from './ProductList.tsx';
import { TryOnDialog } from './TryOnDialog.tsx';

const tabs = [
  ['styles', 'style'],
  ['emojis', 'emoji'],
  ['frames', 'frame'],
] as const satisfies [string, Kind][];

/** The shop, and ways to get coins. */
export function ShopPage() {
  const user = useUser();
  const { t } = useTranslation();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const open = tabs.find(([tab]) => tab === search.get('tab'))?.[0] ?? 'styles';
  const { confirming: large, bought, buying, choose, buy, equip, close, decline, leave } = useShopStore();
  useEffect(() => leave, [leave]);
  const [tried, setTried] = useState<Product | null>(null);
  const avatar = { name: user.displayName, src: user.profileImageUrl };
  const isAffordable = tried?.state === 'offered' && tried.price <= user.coins && !buying;
  return (
    <Page
      wide
      title={t('shop.title')}
      back={{ to: '/', label: t('shop.back') }}
      end={
        <p className="numeral flex items-center gap-2 rounded-chip bg-surface px-3 py-1.5 text-14 font-semibold">
          <Coin className="size-5" />
          <span className="sr-only">{t('shop.balance')}</span>
          <span className="max-tablet:hidden">{format.coins(user.coins)}</span>
          <span className="tablet:hidden">{format.short(user.coins, 10_000)}</span>
        </p>
      }
    >
      <Tabs
        label={t('shop.sections')}
        value={open}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
        tabs={tabs.map(([tab, kind]) => {
          const label = t(`shop.tabs.${tab}`);
          return { value: tab, label, panel: <ProductList kind={kind} user={user} onTryOn={setTried} /> };
        })}
        className="mbe-6"
      />
      <EarnCard />
      {tried && (
        <TryOnDialog
          product={tried}
          user={user}
          onClose={() => setTried(null)}
          onBuy={
            isAffordable
              ? () => {
                  setTried(null);
                  void choose(tried, user.coins);
                }
              : undefined
          }
        />
      )}
      {large && (
        <ConfirmDialog
          product={large}
          coins={user.coins}
          avatar={avatar}
          onBuy={() => void buy(large)}
          onClose={decline}
        />
      )}
      {bought && (
        <BoughtDialog
          product={bought}
          coins={user.coins}
          avatar={avatar}
          onEquip={
            bought.kind === 'emoji'
              ? undefined
              : () => {
                  close();
                  void equip(bought);
                }
          }
          onClose={close}
        />
      )}
    </Page>
  );
}

import { ShopPage } from '@/features/shop/components/ShopPage.tsx';
import { useUser } from '@/lib/session.ts';
import { useCallToTable } from '../games/useCallToTable.ts';

export function ShopRoute() {
  useCallToTable();
  return <ShopPage user={useUser()} />;
}

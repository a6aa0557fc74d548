import { ShopPage } from '@/features/shop/components/ShopPage.tsx';
import { useUser } from '@/lib/session.ts';

export function ShopRoute() {
  return <ShopPage user={useUser()} />;
}

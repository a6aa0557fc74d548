import { ShopPage } from './ShopPage.tsx';
import { useUser } from '@/entities/session/session.ts';

export function ShopRoute() {
  return <ShopPage user={useUser()} />;
}

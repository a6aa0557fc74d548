import { GamesPage } from '@/features/games/components/GamesPage.tsx';
import { useUser } from '@/lib/session.ts';

export function GamesRoute() {
  return <GamesPage user={useUser()} />;
}

import { GamesPage } from '@/features/games/components/GamesPage.tsx';
import { useUser } from '@/lib/session.ts';
import { useCallToTable } from './useCallToTable.ts';

export function GamesRoute() {
  useCallToTable();
  return <GamesPage user={useUser()} />;
}

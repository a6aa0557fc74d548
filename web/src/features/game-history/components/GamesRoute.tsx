import { GamesPage } from './GamesPage.tsx';
import { useUser } from '@/entities/session/session.ts';

export function GamesRoute() {
  return <GamesPage user={useUser()} />;
}

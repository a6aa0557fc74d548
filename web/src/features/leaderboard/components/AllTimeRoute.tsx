import { AllTimePage } from './AllTimePage.tsx';
import { useUser } from '@/entities/session/session.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';

export function AllTimeRoute() {
  const { id } = useUser();
  const openProfile = usePlayerCard((store) => store.open);
  return <AllTimePage me={id} onProfile={openProfile} />;
}

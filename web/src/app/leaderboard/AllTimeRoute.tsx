import { AllTimePage } from '@/features/leaderboard/components/AllTimePage.tsx';
import { useUser } from '@/lib/session.ts';
import { useProfile } from '@/state/profile.ts';

export function AllTimeRoute() {
  const { id } = useUser();
  const openProfile = useProfile((store) => store.open);
  return <AllTimePage me={id} onProfile={openProfile} />;
}

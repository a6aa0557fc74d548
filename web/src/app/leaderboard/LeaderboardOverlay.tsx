import { useNavigate } from 'react-router';
import { LeaderboardDialog } from '@/features/leaderboard/components/LeaderboardDialog.tsx';
import { useUser } from '@/lib/session.ts';
import { useOverlay } from '@/state/overlay.ts';
import { useProfile } from '@/state/profile.ts';

export function LeaderboardOverlay() {
  const navigate = useNavigate();
  const { id } = useUser();
  const hide = useOverlay((store) => store.hide);
  const openProfile = useProfile((store) => store.open);
  function allTime(): void {
    hide();
    void navigate('/leaderboard');
  }
  return <LeaderboardDialog me={id} onClose={hide} onProfile={openProfile} onAllTime={allTime} />;
}

import { useNavigate } from 'react-router';
import { LeaderboardDialog } from './LeaderboardDialog.tsx';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';

export function LeaderboardOverlay() {
  const navigate = useNavigate();
  const me = useUser();
  const hide = useOverlay((store) => store.hide);
  const openProfile = usePlayerCard((store) => store.open);
  function allTime(): void {
    hide();
    void navigate('/leaderboard');
  }
  return <LeaderboardDialog me={me} onClose={hide} onProfile={openProfile} onAllTime={allTime} />;
}

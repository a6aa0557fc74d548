import { useNavigate } from 'react-router';
import { stakeAt, useOnlineGame } from '@/features/online-game/index.ts';
import { LogoutDialog } from './LogoutDialog.tsx';
import { UpgradeDialog } from './UpgradeDialog.tsx';
import { usePendingUpgrade } from '../model/upgrade.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';

export function UpgradeOverlay() {
  const hide = useOverlay((store) => store.hide);
  return <UpgradeDialog onClose={hide} />;
}

export function LogoutOverlay() {
  const { show, hide } = useOverlay();
  const navigate = useNavigate();
  const { id, isGuest } = useUser();
  const mailedTo = usePendingUpgrade(id);
  const stake = useOnlineGame(({ onlineGame }) => stakeAt(onlineGame, id));
  function keep(): void {
    if (mailedTo === null) return show('upgrade');
    void navigate('/verify-email', { state: { email: mailedTo } });
    hide();
  }
  return <LogoutDialog isGuest={isGuest} mailedTo={mailedTo} stake={stake} onClose={hide} onKeep={keep} />;
}

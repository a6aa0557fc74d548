import { stakeAt, useOnlineGame } from '@/features/online-game/index.ts';
import { LogoutDialog } from './LogoutDialog.tsx';
import { UpgradeDialog } from './UpgradeDialog.tsx';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';

export function UpgradeOverlay() {
  const hide = useOverlay((store) => store.hide);
  return <UpgradeDialog onClose={hide} />;
}

export function LogoutOverlay() {
  const { show, hide } = useOverlay();
  const { id, isGuest } = useUser();
  const stake = useOnlineGame(({ onlineGame }) => stakeAt(onlineGame, id));
  return <LogoutDialog isGuest={isGuest} stake={stake} onClose={hide} onKeep={() => show('upgrade')} />;
}

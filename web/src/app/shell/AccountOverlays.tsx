import { LogoutDialog } from '@/features/auth/components/LogoutDialog.tsx';
import { UpgradeDialog } from '@/features/auth/components/UpgradeDialog.tsx';
import { stakeAt } from '@/features/online/model/ending.ts';
import { useOnline } from '@/features/online/model/store.ts';
import { useUser } from '@/lib/session.ts';
import { useOverlay } from '@/state/overlay.ts';

export function UpgradeOverlay() {
  const hide = useOverlay((store) => store.hide);
  return <UpgradeDialog onClose={hide} />;
}

export function LogoutOverlay() {
  const { show, hide } = useOverlay();
  const { id, isGuest } = useUser();
  const stake = useOnline(({ table }) => stakeAt(table, id));
  return <LogoutDialog isGuest={isGuest} stake={stake} onClose={hide} onKeep={() => show('upgrade')} />;
}

import { LogoutDialog } from '@/features/auth/components/LogoutDialog.tsx';
import { UpgradeDialog } from '@/features/auth/components/UpgradeDialog.tsx';
import { useOverlay } from '@/state/overlay.ts';

export function UpgradeOverlay() {
  const hide = useOverlay((store) => store.hide);
  return <UpgradeDialog onClose={hide} />;
}

export function LogoutOverlay() {
  const { show, hide } = useOverlay();
  return <LogoutDialog onClose={hide} onKeep={() => show('upgrade')} />;
}

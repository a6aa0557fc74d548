import { AchievementsDialog, BorderPicker } from '@/features/achievements/index.ts';
import { EditProfileDialog } from './EditProfileDialog.tsx';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';

export function AchievementsOverlay() {
  const user = useUser();
  const hide = useOverlay((store) => store.hide);
  return (
    <AchievementsDialog
      userId={user.id}
      onClose={hide}
      picker={(unlocked) => <BorderPicker user={user} unlocked={unlocked} />}
    />
  );
}

export function EditProfileOverlay() {
  const user = useUser();
  const hide = useOverlay((store) => store.hide);
  return <EditProfileDialog user={user} onClose={hide} />;
}

import { SettingsDialog } from './SettingsDialog.tsx';
import { DifficultySetting } from '@/features/local-game/components/DifficultySetting.tsx';

export function SettingsOverlay() {
  return <SettingsDialog difficulty={<DifficultySetting />} />;
}

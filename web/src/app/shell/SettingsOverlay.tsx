import { SettingsDialog } from '@/features/settings/components/SettingsDialog.tsx';
import { DifficultySetting } from '../home/DifficultySetting.tsx';

export function SettingsOverlay() {
  return <SettingsDialog difficulty={<DifficultySetting />} />;
}

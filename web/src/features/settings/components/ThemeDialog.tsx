import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

export function ThemeDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  return (
    <Dialog open wide onClose={hide} title={t('settings.theme')} description={t('settings.themeText')}>
      <ThemeChoice />
    </Dialog>
  );
}

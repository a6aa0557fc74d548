import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

export function LanguageDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  return (
    <Dialog open onClose={hide} title={t('settings.language')}>
      <LanguageChoice />
    </Dialog>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';

/** Explains that guests can receive coins, and need an account to send them. */
export function GuestDialog({ onClose, onUpgrade }: { onClose: () => void; onUpgrade: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('gifts.guest')}
      description={t('gifts.guestText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" data-autofocus onClick={onUpgrade}>
            {t('auth.upgrade.title')}
          </Button>
        </>
      }
    />
  );
}

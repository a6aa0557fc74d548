import type { Role } from '@fifteen/contract';
import { useTranslation } from '@/i18n/i18n.ts';
import { Button } from '@/ui/Button.tsx';
import { Dialog } from '@/ui/Dialog.tsx';

interface LinkDialogProps {
  code: string;
  /** They are in another room, which they leave by it. */
  elsewhere: boolean;
  onJoin: (role: Role) => void;
  onClose: () => void;
}

/** Whoever follows an invite link says how they come. */
export function LinkDialog({ code, elsewhere, onJoin, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rooms.link.title')}
      description={t(elsewhere ? 'rooms.link.elsewhere' : 'rooms.link.text')}
      footer={
        <>
          <Button onClick={() => onJoin('spectator')}>{t('rooms.enter.asSpectator')}</Button>
          <Button look="primary" data-autofocus onClick={() => onJoin('player')}>
            {t('rooms.enter.asPlayer')}
          </Button>
        </>
      }
    >
      <p className="text-14 text-muted">{t('rooms.code')}</p>
      <p dir="ltr" className="numeral text-28 font-semibold tracking-[0.08em] rtl:text-right">
        {code}
      </p>
    </Dialog>
  );
}

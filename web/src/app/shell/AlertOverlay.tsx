import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { type Alert, closeAlert } from '@/lib/state/alert.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';

const icons = {
  error: <CircleAlert aria-hidden size={28} className="shrink-0 text-danger" />,
  warning: <TriangleAlert aria-hidden size={28} className="shrink-0 text-warn" />,
  coins: <Coin className="size-8 shrink-0" />,
};

/** The generic alert dialog, with nothing but a button to close it. */
export function AlertOverlay({ type, title, text }: Alert) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={closeAlert}
      title={title}
      footer={
        <Button variant="primary" data-autofocus onClick={closeAlert}>
          {t('ui.ok')}
        </Button>
      }
    >
      <div role="alert" className="flex items-center gap-4">
        {icons[type]}
        <p className="min-w-0 wrap-anywhere">{text}</p>
      </div>
    </Dialog>
  );
}

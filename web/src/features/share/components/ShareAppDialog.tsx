import { MessageCircle, Store, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Button } from '@/components/ui/Button.tsx';
import { CopyButton } from '@/components/ui/CopyButton.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { SystemShare } from '@/components/ui/SystemShare.tsx';
import { chatLink, feedLink, openPopup, storeLink } from '../model/places.ts';

/** Shares the app: link, share sheet of the system, feed, message, and app store. */
export function ShareAppDialog() {
  const { t } = useTranslation();
  const hide = useOverlay((store) => store.hide);
  const url = location.origin;
  const text = t('share.message');
  const store = storeLink();
  return (
    <Dialog open onClose={hide} title={t('share.title')} description={t('share.text')}>
      <div className="grid gap-4">
        <p dir="ltr" className="text-center break-all text-muted">
          {url}
        </p>
        <div className="grid gap-2">
          <CopyButton
            variant="primary"
            text={url}
            label={t('share.copyLink')}
            done={t('share.linkCopied')}
            data-autofocus
          />
          <SystemShare text={text} url={url} />
          <Place icon={<UsersRound />} label={t('share.feed')} url={feedLink(url)} />
          <Place icon={<MessageCircle />} label={t('share.chat')} url={chatLink(text, url)} />
          {store && <Place icon={<Store />} label={t('share.store')} url={store} />}
        </div>
      </div>
    </Dialog>
  );
}

function Place({ icon, label, url }: { icon: ReactNode; label: string; url: string }) {
  return (
    <Button onClick={() => openPopup(url)}>
      <span aria-hidden className="[&>svg]:size-4.5">
        {icon}
      </span>
      {label}
    </Button>
  );
}

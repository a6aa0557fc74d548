import type { Room } from '@fifteen/contract';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/ui/CopyButton.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { SystemShare } from '@/components/ui/SystemShare.tsx';
import { linkTo } from '../model/code.ts';
import styles from './Rooms.module.css';

/** Shares the room: a QR code, a link, the code, and the share sheet of the system. */
export function ShareDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  const { t } = useTranslation();
  const { code, isPrivate } = room;
  const link = linkTo(code);

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rooms.share.title')}
      description={t(isPrivate ? 'rooms.share.private' : 'rooms.share.text')}
    >
      <div className="grid gap-4">
        <QrCode text={link} label={t('rooms.share.qr')} />
        <p dir="ltr" className="text-center text-14 break-all text-muted">
          {link}
        </p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
          <CopyButton
            variant="primary"
            text={link}
            label={t('share.copyLink')}
            done={t('share.linkCopied')}
          />
          <CopyButton text={code} label={t('rooms.share.copyCode')} done={t('rooms.share.codeCopied')} />
          <SystemShare text={t('rooms.share.message', { code })} url={link} />
        </div>
      </div>
    </Dialog>
  );
}

/** A QR code as a single path. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles.qr}>
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}

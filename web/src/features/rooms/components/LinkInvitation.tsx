import { useTranslation } from 'react-i18next';
import { RoomPreview, useRoomPreview } from './RoomPreview.tsx';

/** What the link of a room invites a visitor to who is not signed in yet: who asks, for what stake, and whether a seat is free. */
export function LinkInvitation({ code }: { code: string }) {
  const { t } = useTranslation();
  const { preview, isGone } = useRoomPreview(code);
  if (isGone) return <p className="text-14 text-warn">{t('rooms.link.gone')}</p>;
  if (!preview) return null;
  return (
    <>
      <h2 className="font-display text-20 leading-snug font-semibold wrap-anywhere">
        {t('rooms.link.from', { name: preview.hostName })}
      </h2>
      <RoomPreview {...preview} hostless />
    </>
  );
}

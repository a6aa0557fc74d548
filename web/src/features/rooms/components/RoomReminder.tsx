import { DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';

interface RoomReminderProps {
  code: string;
  onOpen: () => void;
}

/** Reminds a player in a local game of their room, and leads back to it. */
export function RoomReminder({ code, onOpen }: RoomReminderProps) {
  const { t } = useTranslation();
  return (
    <Card aria-label={t('rooms.name')} className="flex flex-wrap items-center gap-3">
      <DoorOpen aria-hidden size={20} className="text-accent" />
      <p role="status" className="min-w-0 flex-1 text-14">
        {t('rooms.still.text', { code })}
      </p>
      <Button onClick={onOpen}>{t('rooms.still.action')}</Button>
    </Card>
  );
}

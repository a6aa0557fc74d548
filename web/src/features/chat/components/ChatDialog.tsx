import { useTranslation } from 'react-i18next';
import type { Person } from '@/lib/person.ts';
import { Dialog } from '@/ui/Dialog.tsx';
import { Conversation } from './Conversation.tsx';

interface ChatDialogProps {
  person: Person;
  onRead: (userId: string) => void;
  onClose: () => void;
}

/** The chat with a friend, opened from the list of friends. */
export function ChatDialog({ person, onRead, onClose }: ChatDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t('chat.with', { name: person.displayName })}>
      <Conversation person={person} onRead={onRead} />
    </Dialog>
  );
}

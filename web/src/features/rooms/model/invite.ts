import { t } from 'i18next';
import { api } from '@/lib/api.ts';
import { explainError } from '@/lib/errors.ts';
import { loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { toast } from '@/lib/toast.ts';
import { markInvited } from './invitedUsers.ts';

/** Invites a player into the own room, and shows whether that succeeded. */
export async function invite(roomId: string, userId: string): Promise<void> {
  try {
    await api.rooms.invite({ params: { id: roomId }, body: { invitedId: userId } });
    await loadLaterTexts();
    markInvited(roomId, userId);
    toast({ title: t('rooms.invite.done'), tone: 'ok' });
  } catch (error) {
    toast({ title: t('rooms.invite.failed'), description: explainError(error).text, tone: 'error' });
  }
}

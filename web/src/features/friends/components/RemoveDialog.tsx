import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import type { PlayerSummary } from '@/entities/player/player.ts';
import { sameUserCheck } from '@/entities/session/session.ts';
import { notifyError } from '@/lib/notifyError.ts';
import { useIsMounted } from '@/lib/useIsMounted.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { toast } from '@/lib/toast.ts';
import { removeRelation } from '../model/friendChat.ts';

interface RemoveDialogProps {
  friend: PlayerSummary;
  onClose: () => void;
}

/** Confirms the end of a friendship. */
export function RemoveDialog({ friend, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const { id, displayName: name } = friend;
  const isMounted = useIsMounted();
  const removing = useMutation({
    mutationFn: () => api.friends.remove({ params: { id } }),
    onMutate: sameUserCheck,
    onSuccess(_data, _variables, isSameUser) {
      if (!isSameUser()) return;
      removeRelation(id);
      toast({ title: t('friends.removal.done', { name }) });
      if (isMounted()) onClose();
    },
    onError: (error, _, isSameUser) => isSameUser?.() && notifyError(error),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('friends.removal.title', { name })}
      description={t('friends.removal.text')}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            {t('friends.removal.confirm')}
          </Button>
        </>
      }
    />
  );
}

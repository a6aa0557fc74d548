import type { User } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { Button } from '@/components/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';

/** Starts a guest session. */
export function GuestButton({ onUser }: { onUser: (user: User) => void }) {
  const { t } = useTranslation();
  const note = useId();
  const entering = useMutation({ mutationFn: () => api.auth.guest(), onSuccess: onUser });
  return (
    <div className="grid gap-3">
      {entering.error && (
        <FormAlert
          tone="error"
          title={t('auth.guest.failed')}
          text={failureText(entering.error, 'auth.guest.createFailed', 'auth.guest.network')}
        />
      )}
      <Button
        variant="primary"
        size="lg"
        className="min-h-14! text-20!"
        busy={entering.isPending}
        onClick={() => entering.mutate()}
        aria-describedby={note}
      >
        {t(entering.isPending ? 'auth.guest.pending' : 'auth.guest.action')}
      </Button>
      <p id={note} className="text-center text-14 text-muted">
        {t('auth.guest.note')}
      </p>
    </div>
  );
}

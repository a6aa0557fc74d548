import type { User } from '@fifteen/contract';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '@/lib/api.ts';
import { findCurrentUser } from '@/entities/session/session.ts';
import { Button } from '@/components/ui/Button.tsx';
import { failureText } from '../model/failure.ts';
import { FormAlert } from '@/components/ui/FormAlert.tsx';

/**
 * Signs in the user whose session the page could not load before, else creates a guest. A new guest replaces the session
 * cookie: nothing could bring an earlier guest and their coins back.
 */
async function enter(): Promise<User> {
  const user = await findCurrentUser();
  // An unverified account has a password, and cannot play.
  return user?.isEmailVerified ? user : api.auth.guest();
}

/** Starts a guest session. */
export function GuestButton({ onUser }: { onUser: (user: User) => void }) {
  const { t } = useTranslation();
  const note = useId();
  const entering = useMutation({ mutationFn: enter, onSuccess: onUser });
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

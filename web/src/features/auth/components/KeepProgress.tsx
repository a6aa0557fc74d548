import type { User } from '@fifteen/contract';
import { DEFAULT_COINS } from '@fifteen/domain';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { focusBoardAfter } from '@/lib/a11y/focus.ts';
import { storage } from '@/lib/storage.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { CardHead } from '@/components/ui/CardHead.tsx';
import { forgetUpgrade, usePendingUpgrade } from '../model/upgrade.ts';

/** Returns the day in UTC: a guest who declines is reminded on the next one. */
const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Reminds a guest with coins or wins to create an account, at most once a day after "Not now"; and of the code that
 * completes a pending upgrade.
 */
export function KeepProgress({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = useOverlay((store) => store.show);
  const email = usePendingUpgrade(user.id);
  const [declined, setDeclined] = useState(() => storage.read('upgrade_reminded') === today());
  const hasProgress = user.wins > 0 || user.coins > DEFAULT_COINS;
  if (!user.isGuest || (email === null && (declined || !hasProgress))) return null;

  function decline(): void {
    forgetUpgrade();
    storage.write('upgrade_reminded', today());
    setDeclined(true);
  }
  return (
    <Card ref={focusBoardAfter} aria-labelledby="keep-progress" className="grid gap-3">
      <CardHead icon={ShieldCheck} id="keep-progress" title={t('auth.upgrade.title')}>
        <p className="text-14 text-muted wrap-anywhere">
          {email === null ? t('auth.upgrade.remind') : t('auth.upgrade.waiting', { email })}
        </p>
      </CardHead>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={decline}>
          {t('auth.upgrade.later')}
        </Button>
        {email === null ? (
          <Button onClick={() => show('upgrade')}>{t('auth.upgrade.action')}</Button>
        ) : (
          <Button onClick={() => void navigate('/verify-email', { state: { email } })}>
            {t('auth.verify.enterCode')}
          </Button>
        )}
      </div>
    </Card>
  );
}

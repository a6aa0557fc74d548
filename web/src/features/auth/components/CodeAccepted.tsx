import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session.ts';
import { Button } from '@/components/ui/Button.tsx';
import { keepingRoom } from '@/lib/roomLink.ts';
import { AuthPage } from './AuthPage.tsx';

/** Leads from an accepted code to the login. A session that is left now is another account's: that user goes on. */
export function CodeAccepted({ form }: { form: 'reset' | 'verify' }) {
  const { t } = useTranslation();
  const { status, user } = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const inside = status === 'in';
  return (
    <AuthPage
      title={t(`auth.${form}.done`)}
      text={
        inside ? t(`auth.${form}.doneElsewhere`, { name: user?.displayName }) : t(`auth.${form}.doneText`)
      }
    >
      <Button
        variant="primary"
        size="lg"
        onClick={() => void navigate(keepingRoom(inside ? '/' : '/auth', search), { replace: true })}
      >
        {t(inside ? 'common.continue' : 'auth.login.action')}
      </Button>
    </AuthPage>
  );
}

import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from 'react-i18next';
import { Wordmark } from '@/components/brand/Wordmark.tsx';
import { focusUnlessFirst } from '@/lib/a11y/announcer.ts';
import { api } from '@/lib/api.ts';
import { LinkInvitation } from '@/features/rooms/lazy.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { becomeUser, useSession } from '@/entities/session/session.ts';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';
import { invitedRoom, keepingRoom } from '@/lib/roomLink.ts';
import styles from './Auth.module.css';
import { Demo } from './Demo.tsx';
import { GuestButton } from './GuestButton.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';

const ForgotDialog = lazyComponent(async () => (await import('./ForgotDialog.tsx')).ForgotDialog);
const VerifyPrompt = lazyComponent(async () => (await import('./VerifyPrompt.tsx')).VerifyPrompt);

/**
 * A visitor's first sight: the game that plays itself, the way in without an account, and below it those with one. The
 * session gate leads on who got in.
 */
export function AuthScreen() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const room = invitedRoom(search);
  const [mode, setMode] = useState<'login' | 'register'>('login');
  const [forgot, setForgot] = useState(false);
  // Null once it is closed; undefined before it was opened or closed.
  const [prompt, setPrompt] = useState<{ email: string | undefined } | null>();
  // The session may belong to an account that is not verified yet. It may also come after the page.
  const unverified =
    prompt === undefined && status === 'unverified' ? { email: user?.email ?? undefined } : prompt;

  return (
    <main id="main" className={styles.screen} data-invited={room !== null || undefined}>
      <LanguageSelect />
      <header className={styles.brand}>
        <h1 ref={focusUnlessFirst} tabIndex={-1} className="outline-none">
          <Wordmark className={styles.wordmark} />
        </h1>
        <p className="text-muted">{t('auth.tagline')}</p>
      </header>
      <div className={styles.stage}>
        <Demo />
      </div>
      <section className={styles.card} aria-label={t('auth.title')}>
        {room && (
          <div className={styles.invitation}>
            <OptionalPart subject={room}>
              <LinkInvitation code={room} />
            </OptionalPart>
            <p className="text-14">{t('auth.invited', { code: room })}</p>
          </div>
        )}
        <GuestButton onUser={becomeUser} />
        <p className={styles.or}>{t('auth.guest.or')}</p>
        <SegmentedControl
          className={styles.toggle}
          legend={t('auth.title')}
          options={[
            { value: 'login', label: t('auth.login.action') },
            { value: 'register', label: t('auth.register.action') },
          ]}
          value={mode}
          onChange={setMode}
        />
        {mode === 'login' ? (
          <LoginForm
            onUser={becomeUser}
            onUnverified={(email) => setPrompt({ email })}
            onForgot={() => setForgot(true)}
          />
        ) : (
          <RegisterForm
            register={(body) => api.auth.register({ body })}
            onRegistered={(email) =>
              void navigate(keepingRoom('/verify-email', search), { state: { email, registered: true } })
            }
            action={t('auth.register.action')}
            variant="secondary"
          />
        )}
      </section>
      <OptionalPart subject={forgot} onFailure={() => setForgot(false)}>
        {forgot && <ForgotDialog onClose={() => setForgot(false)} />}
      </OptionalPart>
      <OptionalPart subject={unverified} onFailure={() => setPrompt(null)}>
        {unverified && <VerifyPrompt {...unverified} onClose={() => setPrompt(null)} />}
      </OptionalPart>
    </main>
  );
}

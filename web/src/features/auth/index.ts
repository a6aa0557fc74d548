export { KeepProgress } from './components/KeepProgress.tsx';
export { SessionGate } from './components/SessionGate.tsx';
export { AuthScreen, LogoutOverlay, ResetPasswordPage, UpgradeOverlay, VerifyEmailPage } from './lazy.ts';

export { KeepProgress } from './components/KeepProgress.tsx';
export { SessionGate } from './components/SessionGate.tsx';
export { isAuthPath } from './model/paths.ts';
export { AuthScreen, LogoutOverlay, ResetPasswordPage, UpgradeOverlay, VerifyEmailPage } from './lazy.ts';

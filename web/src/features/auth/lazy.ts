import { lazily } from '@/lib/lazily.ts';

export const AuthScreen = lazily(async () => (await import('./components/AuthScreen.tsx')).AuthScreen);
export const LogoutOverlay = lazily(
  async () => (await import('./components/AccountOverlays.tsx')).LogoutOverlay,
);
export const ResetPasswordPage = lazily(
  async () => (await import('./components/ResetPasswordPage.tsx')).ResetPasswordPage,
);
export const UpgradeOverlay = lazily(
  async () => (await import('./components/AccountOverlays.tsx')).UpgradeOverlay,
);
export const VerifyEmailPage = lazily(
  async () => (await import('./components/VerifyEmailPage.tsx')).VerifyEmailPage,
);

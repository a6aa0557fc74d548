import { lazyComponent } from '@/lib/lazyComponent.ts';

export const AuthScreen = lazyComponent(async () => (await import('./components/AuthScreen.tsx')).AuthScreen);
export const LogoutOverlay = lazyComponent(
  async () => (await import('./components/AccountOverlays.tsx')).LogoutOverlay,
);
export const ResetPasswordPage = lazyComponent(
  async () => (await import('./components/ResetPasswordPage.tsx')).ResetPasswordPage,
);
export const UpgradeOverlay = lazyComponent(
  async () => (await import('./components/AccountOverlays.tsx')).UpgradeOverlay,
);
export const VerifyEmailPage = lazyComponent(
  async () => (await import('./components/VerifyEmailPage.tsx')).VerifyEmailPage,
);

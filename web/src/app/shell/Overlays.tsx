import { lazy, type ReactNode, Suspense } from 'react';
import { type Overlay, useOverlay } from '@/state/overlay.ts';

const RulesDialog = lazy(() =>
  import('@/features/rules/components/RulesDialog.tsx').then((m) => ({ default: m.RulesDialog })),
);
const SettingsOverlay = lazy(() =>
  import('./SettingsOverlay.tsx').then((m) => ({ default: m.SettingsOverlay })),
);
const ThemeDialog = lazy(() =>
  import('@/features/settings/components/ThemeDialog.tsx').then((m) => ({ default: m.ThemeDialog })),
);
const LanguageDialog = lazy(() =>
  import('@/features/settings/components/LanguageDialog.tsx').then((m) => ({ default: m.LanguageDialog })),
);
const UpgradeOverlay = lazy(() =>
  import('./AccountOverlays.tsx').then((m) => ({ default: m.UpgradeOverlay })),
);
const LogoutOverlay = lazy(() => import('./AccountOverlays.tsx').then((m) => ({ default: m.LogoutOverlay })));

const overlays: Record<Overlay, ReactNode> = {
  rules: <RulesDialog />,
  settings: <SettingsOverlay />,
  theme: <ThemeDialog />,
  language: <LanguageDialog />,
  upgrade: <UpgradeOverlay />,
  logout: <LogoutOverlay />,
};

/** The dialogs that open by name, each fetched when it is first asked for. */
export function Overlays() {
  const open = useOverlay((store) => store.open);
  return <Suspense>{open && overlays[open]}</Suspense>;
}

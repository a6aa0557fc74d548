import { lazy, Suspense } from 'react';
import { useOverlay } from '@/state/overlay.ts';

const overlays = {
  rules: lazy(() =>
    import('@/features/rules/components/RulesDialog.tsx').then((m) => ({ default: m.RulesDialog })),
  ),
  settings: lazy(() => import('./SettingsOverlay.tsx').then((m) => ({ default: m.SettingsOverlay }))),
  theme: lazy(() =>
    import('@/features/settings/components/ThemeDialog.tsx').then((m) => ({ default: m.ThemeDialog })),
  ),
  language: lazy(() =>
    import('@/features/settings/components/LanguageDialog.tsx').then((m) => ({ default: m.LanguageDialog })),
  ),
};

/** The dialogs that open by name, each fetched when it is first asked for. */
export function Overlays() {
  const open = useOverlay((store) => store.open);
  const Overlay = open && overlays[open];
  return <Suspense>{Overlay && <Overlay />}</Suspense>;
}

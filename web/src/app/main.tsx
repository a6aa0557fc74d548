import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/index.css';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { startSession } from '@/entities/session/session.ts';
import { watchInstallPrompt } from '@/lib/state/install.ts';
import { startMotion } from '@/lib/state/motion.ts';
import { startTheme } from '@/lib/state/theme.ts';
import { App } from './App.tsx';
import { firstPage } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The session is requested before anything else, during the splash.
startSession();
startTheme();
startMotion();
watchInstallPrompt();
await Promise.allSettled([startI18n(), firstPage]);
// A transition renders in slices, which do not block the animation of the splash.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

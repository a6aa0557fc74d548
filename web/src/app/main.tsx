import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/index.css';
import { startI18n } from '@/i18n/i18n.ts';
import { startSession } from '@/lib/session.ts';
import { startTheme } from '@/state/theme.ts';
import { startFonts } from '@/styles/fonts.ts';
import { App } from './App.tsx';
import { startServiceWorker } from './shell/serviceWorker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Who is signed in is asked first of all, under the splash; the screen follows as soon as it has words.
startSession();
startTheme();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
startFonts();
startServiceWorker();

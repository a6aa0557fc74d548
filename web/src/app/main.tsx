import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/index.css';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { startSession } from '@/entities/session/session.ts';
import { startMotion } from '@/lib/state/motion.ts';
import { startTheme } from '@/lib/state/theme.ts';
import { App } from './App.tsx';
import { firstPage } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Who is signed in is asked first of all, under the splash; the screen follows as soon as it has code and words.
startSession();
startTheme();
startMotion();
await Promise.allSettled([startI18n(), firstPage]);
// As a transition React draws in slices: under the splash nothing is urgent, and no slice holds up the splash's motion.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);

import { createRoot } from 'react-dom/client';
import '@/styles/index.css';
import { languageOf } from '@/lib/i18n/languages.ts';
import { chooseLanguage, loadLaterTexts } from '@/lib/i18n/i18n.ts';
import { knownTheme, useTheme } from '@/lib/state/theme.ts';
import { Gallery } from './Gallery.tsx';

const query = new URLSearchParams(location.search);
const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no #root');

useTheme.getState().choose(knownTheme(query.get('theme')));
await Promise.all([chooseLanguage(languageOf(query.get('language')).code), loadLaterTexts()]);
createRoot(root).render(<Gallery only={query.get('only')} />);

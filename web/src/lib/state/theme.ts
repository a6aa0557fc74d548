import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';
import { type Theme, themes } from './themes.ts';

/** Styles of each theme, in a chunk that is loaded when the theme is first shown. */
const art: Record<Theme, () => Promise<unknown>> = {
  default: () => import('@/styles/themes/default.css'),
  neon: () => import('@/styles/themes/neon.css'),
  autumn: () => import('@/styles/themes/autumn.css'),
  minimalist: () => import('@/styles/themes/minimalist.css'),
  nature: () => import('@/styles/themes/nature.css'),
  space: () => import('@/styles/themes/space.css'),
  halloween: () => import('@/styles/themes/halloween.css'),
  christmas: () => import('@/styles/themes/christmas.css'),
  summer: () => import('@/styles/themes/summer.css'),
  level_100_frame: () => import('@/styles/themes/level_100_frame.css'),
};

/** Returns the stored theme if it is known (docs/spec/around-play.md#around-4.1), else the default. */
export function knownTheme(name: string | null): Theme {
  return themes.find((theme) => theme === name) ?? 'default';
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  const bg = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', bg);
}

interface ThemeStore {
  theme: Theme;
  choose(theme: Theme): void;
}

export const useTheme = create<ThemeStore>()((set) => ({
  theme: knownTheme(storage.read('game-theme')),
  choose(theme) {
    storage.write('game-theme', theme);
    void art[theme]();
    const change = () => {
      applyTheme(theme);
      flushSync(() => set({ theme }));
    };
    if (document.startViewTransition) document.startViewTransition(change);
    else change();
  },
}));

/** Loads the styles of the theme, whose name the inline script of index.html has set. */
export function startTheme(): void {
  const { theme } = useTheme.getState();
  if (document.documentElement.dataset.theme !== theme) applyTheme(theme);
  void art[theme]();
}

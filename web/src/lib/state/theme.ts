import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { storage } from '@/lib/storage.ts';
import { lightThemes, type Theme, themes } from './themes.ts';

/** Styles of each theme, in a chunk that is loaded when the theme is first shown. */
const decorations: Record<Theme, () => Promise<unknown>> = {
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

/** The modes of the system. */
export const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
type SchemeThemes = Readonly<Record<Scheme, Theme>>;

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');
export const systemScheme = (): Scheme => (prefersDark().matches ? 'dark' : 'light');

/** The themes of light and dark mode as they are kept: "minimalist default"; null where the theme is not automatic. */
function parseAuto(text: string | null): SchemeThemes | null {
  if (!text) return null;
  const [light = '', dark = ''] = text.split(' ');
  return { light: knownTheme(light), dark: knownTheme(dark) };
}

interface ThemeStore {
  /** What is on the screen. */
  theme: Theme;
  /** While the theme follows the system: what it is in each mode; null otherwise. */
  auto: SchemeThemes | null;
  /** Equips a theme; while the theme is automatic, for that mode of the system or for the present one. */
  choose(theme: Theme, scheme?: Scheme): void;
  /** Begins with the present theme for its own mode, or stays with the present theme for good. */
  setAuto(on: boolean): void;
}

export const useTheme = create<ThemeStore>()((set, get) => {
  function show(theme: Theme): void {
    storage.write('game-theme', theme);
    void decorations[theme]();
    const change = () => {
      applyTheme(theme);
      flushSync(() => set({ theme }));
    };
    if (document.startViewTransition) document.startViewTransition(change);
    else change();
  }
  function follow(auto: SchemeThemes): void {
    storage.write('auto-theme', `${auto.light} ${auto.dark}`);
    set({ auto });
    const theme = auto[systemScheme()];
    if (theme !== get().theme) show(theme);
  }
  const auto = parseAuto(storage.read('auto-theme'));
  return {
    theme: auto ? auto[systemScheme()] : knownTheme(storage.read('game-theme')),
    auto,
    choose(theme, scheme = systemScheme()) {
      const { auto } = get();
      if (auto) follow({ ...auto, [scheme]: theme });
      else show(theme);
    },
    setAuto(on) {
      const { theme } = get();
      if (on)
        follow({ light: 'minimalist', dark: 'default', [lightThemes.has(theme) ? 'light' : 'dark']: theme });
      else {
        storage.remove('auto-theme');
        set({ auto: null });
      }
    },
  };
});

/** Loads the styles of the theme, whose name the inline script of index.html has set. */
export function startTheme(): void {
  const { theme } = useTheme.getState();
  if (document.documentElement.dataset.theme !== theme) applyTheme(theme);
  void decorations[theme]();
  prefersDark().addEventListener('change', () => {
    const { auto, choose } = useTheme.getState();
    if (auto) choose(auto[systemScheme()]);
  });
}

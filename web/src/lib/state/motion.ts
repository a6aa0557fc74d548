import { create } from 'zustand';
import { type Motion, usePreferences } from './preferences.ts';

/** Whether the app moves less: by the setting, else by the system. Style sheets see it as `data-reduced-motion`. */
export const useMotion = create<{ reduced: boolean }>()(() => ({ reduced: false }));

const isReduced = (motion: Motion, system: MediaQueryList): boolean =>
  motion === 'system' ? system.matches : motion === 'reduced';

/** Keeps it up to date. Until then the inline script of index.html has set the attribute. */
export function startMotion(): void {
  const system = matchMedia('(prefers-reduced-motion: reduce)');
  function apply(): void {
    const reduced = isReduced(usePreferences.getState().motion, system);
    document.documentElement.toggleAttribute('data-reduced-motion', reduced);
    useMotion.setState({ reduced });
  }
  apply();
  system.addEventListener('change', apply);
  usePreferences.subscribe(apply);
}

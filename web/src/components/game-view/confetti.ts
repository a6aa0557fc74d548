import { CONFETTI } from '@fifteen/contract/constants';
import { reducedMotion } from '@/lib/a11y/media.ts';

const DURATION_MS = 2000;
const PARTICLES = 20;
/** Lifetime of a particle in frames, and frames per millisecond. */
const LIFETIME_FRAMES = 110;
const FRAMES_PER_MS = 60 / 1000;

/** Over the board and below the panel of the result, whose text stays free. */
const BELOW_RESULT = 24;

/**
 * Shows confetti (docs/spec/play.md#play-9.2: bursts of 20 particles for 2 s, gone after 2.5 s) in the colours of the
 * theme, unless the user prefers reduced motion.
 * @param layer the z-index of the confetti
 * @returns a function that stops it.
 */
export function celebrate(layer = BELOW_RESULT): () => void {
  if (reducedMotion()) return () => undefined;
  const style = getComputedStyle(document.documentElement);
  const colors = ['--x', '--o', '--win', '--accent'].map((name) => style.getPropertyValue(name).trim());
  const start = Date.now();
  let timer = 0;
  let isStopped = false;
  async function begin(): Promise<void> {
    const { default: library } = await import('canvas-confetti');
    // The screen may have changed while the library was loaded.
    if (isStopped) return;
    // Without a worker: the library would create it from a blob, which the content security policy forbids.
    const confetti = library.create(undefined, { resize: true, useWorker: false });
    timer = window.setInterval(() => {
      const now = Date.now() - start;
      if (now > DURATION_MS) return clearInterval(timer);
      // Later particles live shorter, so that all are gone in time.
      const ticks = Math.min(LIFETIME_FRAMES, Math.round((CONFETTI - now) * FRAMES_PER_MS));
      for (const x of [0.15, 0.85]) {
        void confetti({
          particleCount: PARTICLES / 2,
          angle: x < 0.5 ? 60 : 120,
          spread: 62,
          startVelocity: 46,
          ticks,
          scalar: 0.8,
          origin: { x, y: 0.72 },
          colors,
          zIndex: layer,
        });
      }
    }, 250);
  }
  // Without its library, a win is shown without confetti.
  begin().catch(() => undefined);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

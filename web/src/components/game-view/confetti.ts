import { CONFETTI } from '@fifteen/contract/constants';
import { reducedMotion } from '@/lib/a11y/media.ts';

const RUN = 2000;
const PARTICLES = 20;
/** Frames that a particle lives at most, and frames of a millisecond. */
const LIFE = 110;
const FRAMES = 60 / 1000;

/** Over the board and below the panel of the result, whose text stays free. */
const BELOW_RESULT = 24;

/**
 * Confetti (docs/spec/play.md#play-9.2: 20 particles a burst, thrown for 2 s, gone after 2.5 s), in the light of the theme.
 * Nothing where less motion is wanted.
 * @param layer the z-index at which it falls
 * @returns stops throwing.
 */
export function celebrate(layer = BELOW_RESULT): () => void {
  if (reducedMotion()) return () => undefined;
  const style = getComputedStyle(document.documentElement);
  const colors = ['--x', '--o', '--win', '--accent'].map((name) => style.getPropertyValue(name).trim());
  const start = Date.now();
  let timer = 0;
  void import('canvas-confetti').then(({ default: { create } }) => {
    // On this thread: by itself it would start a worker from a blob, which the page's policy forbids.
    const confetti = create(undefined, { resize: true, useWorker: false });
    timer = window.setInterval(() => {
      const now = Date.now() - start;
      if (now > RUN) return clearInterval(timer);
      // What is thrown late goes sooner, so that all of it is gone in time.
      const ticks = Math.min(LIFE, Math.round((CONFETTI - now) * FRAMES));
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
          disableForReducedMotion: true,
          zIndex: layer,
        });
      }
    }, 250);
  });
  return () => clearInterval(timer);
}

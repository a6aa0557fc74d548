/**
 * An init script for visitors who saw the splash before: it ends with the page below it and not after 2.5 s, which each
 * test would wait for. local-play.spec.ts has the splash of a first visit.
 */
export const seeSplashBefore = (): void => sessionStorage.setItem('splash-seen', '1');

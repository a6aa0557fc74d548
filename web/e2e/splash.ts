/**
 * Init script for visitors who have seen the splash before: it ends when the page is there, not after 2.5 s. The splash of
 * a first visit is tested in local-play.spec.ts.
 */
export const seeSplashBefore = (): void => sessionStorage.setItem('splash-seen', '1');

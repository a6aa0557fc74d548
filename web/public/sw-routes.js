/**
 * Part of the service worker. Calls of the API bypass it: each would start a sleeping worker first, and a call that
 * arrives while a new version takes over keeps the old one at work, for minutes if calls go on. Browsers without such
 * routes ask the worker as before.
 */
globalThis.addEventListener('install', (event) => {
  event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' });
});

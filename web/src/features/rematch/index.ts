export { RematchNotices } from './components/RematchNotices.tsx';
export { rematchMessages, useRematch } from './model/store.ts';
export { useNextGame } from './model/useNextGame.ts';
export { RematchOffer } from './lazy.ts';

export { RematchNotices } from './components/RematchNotices.tsx';
export { playAgain, useAgain } from './model/store.ts';
export { useNextGame } from './model/useNextGame.ts';
export { RematchOffer } from './lazy.ts';

export { RematchNotices } from './components/RematchNotices.tsx';
export { RematchNote, RematchOffer } from './components/RematchOffer.tsx';
export { rematchMessages, useRematch } from './model/store.ts';
export { useNextGame } from './model/useNextGame.ts';

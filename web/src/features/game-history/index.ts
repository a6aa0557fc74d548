export { ReviewOffer, TurningPointNote } from './components/ReviewOffer.tsx';
export { GamesPage, ReviewPage } from './lazy.ts';
export { finishedLocal, finishedOnline } from './model/finished.ts';

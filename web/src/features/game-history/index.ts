export { GamesPage, ReviewPage } from './lazy.ts';
